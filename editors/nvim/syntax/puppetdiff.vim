" What a change does to nodes, as puppetlens writes it.
if exists('b:current_syntax')
  finish
endif
syntax match puppetDiffNode /^\S.*$/
syntax match puppetDiffAdded /^ \+[+] .*$/
syntax match puppetDiffRemoved /^ \+- .*$/
syntax match puppetDiffChanged /^ \+\~ .*$/
syntax match puppetDiffUnknown /^ \+? .*$/
syntax match puppetDiffFault /^ \+! .*$/
syntax match puppetDiffPlace /^ \+@@.*$/
highlight default link puppetDiffNode Title
highlight default link puppetDiffAdded Added
highlight default link puppetDiffRemoved Removed
highlight default link puppetDiffChanged Changed
highlight default link puppetDiffUnknown WarningMsg
highlight default link puppetDiffFault ErrorMsg
highlight default link puppetDiffPlace Special
let b:current_syntax = 'puppetdiff'
