" What a change does to nodes, as puppetlens writes it.
if exists('b:current_syntax')
  finish
endif
" A sign stands in one of three columns; further to the right it is of a text.
syntax match puppetDiffNode /^\S.*$/
syntax match puppetDiffAdded /^\%(  \| \{6}\| \{10}\)[+] .*$/
syntax match puppetDiffRemoved /^\%(  \| \{6}\| \{10}\)- .*$/
syntax match puppetDiffChanged /^\%(  \| \{6}\| \{10}\)\~ .*$/
syntax match puppetDiffUnknown /^\%(  \| \{6}\| \{10}\)? .*$/
syntax match puppetDiffFault /^\%(  \| \{6}\| \{10}\)! .*$/
syntax match puppetDiffPlace /^ \{10}@@.*$/
highlight default link puppetDiffNode Title
highlight default link puppetDiffAdded Added
highlight default link puppetDiffRemoved Removed
highlight default link puppetDiffChanged Changed
highlight default link puppetDiffUnknown WarningMsg
highlight default link puppetDiffFault ErrorMsg
highlight default link puppetDiffPlace Special
let b:current_syntax = 'puppetdiff'
