" A catalog as puppetlens writes it.
if exists('b:current_syntax')
  finish
endif
syntax match puppetCatalogNote /^#.*$/
syntax match puppetCatalogError /^# Error:.*$/
syntax match puppetCatalogResource /^@\{0,2}[A-Z][A-Za-z0-9_:]*\ze\[/ nextgroup=puppetCatalogTitle
syntax match puppetCatalogTitle /\[.\{-}\]\ze\%(  # \|  declared\|$\)/ contained nextgroup=puppetCatalogOrigin
syntax match puppetCatalogOrigin /  # [^#]*$/
syntax match puppetCatalogParameter /^  \+\zs[a-z_][A-Za-z0-9_]*\ze *=>/
syntax match puppetCatalogArrow /=>/
syntax match puppetCatalogUnknown /(unknown: [^)]*)\|<sensitive>\|<encrypted>/ containedin=puppetCatalogString
syntax region puppetCatalogString start=/'/ skip=/\\./ end=/'/
highlight default link puppetCatalogNote Comment
highlight default link puppetCatalogError ErrorMsg
highlight default link puppetCatalogResource Type
highlight default link puppetCatalogTitle Identifier
highlight default link puppetCatalogOrigin Comment
highlight default link puppetCatalogParameter Function
highlight default link puppetCatalogArrow Operator
highlight default link puppetCatalogUnknown WarningMsg
highlight default link puppetCatalogString String
let b:current_syntax = 'puppetcatalog'
