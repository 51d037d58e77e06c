" What a user of Vim sees, as JSON in the file that $SEEN names: vim -es -u SETUP -S look.vim, in the folder of a site.
let s:seen = {}

function! s:Until(what, condition) abort
  let l:end = reltime()
  while !a:condition()
    if reltimefloat(reltime(l:end)) > 60 | throw 'waited in vain for ' . a:what | endif
    sleep 20m
  endwhile
endfunction

function! s:Findings() abort
  return getloclist(0)
endfunction

function! s:Look() abort
  edit manifests/site.pp
  call s:Until('findings', {-> !empty(s:Findings())})
  let l:finding = s:Findings()[0]
  let s:seen.message = l:finding.text
  let s:seen.line = l:finding.lnum

  " to the definition, and back
  call cursor(3, strlen('include w'))
  let l:site = bufnr()
  ALEGoToDefinition
  call s:Until('the definition', {-> expand('%:t') ==# 'init.pp'})
  let s:seen.definition = expand('%:t') . ':' . line('.')
  execute 'buffer' l:site

  " what a name is
  call cursor(3, strlen('include w'))
  ALEHover
  call s:Until('the hover', {-> bufnr('ALEPreviewWindow') > 0})
  let s:seen.hover = join(getbufline('ALEPreviewWindow', 1, '$'), "\n")

  " a variable gets another name
  call cursor(2, 3)
  call feedkeys(":ALERename\<CR>\<C-u>mood\<CR>", 'tx')
  call s:Until('the other name', {-> getline(2) !~# 'face'})
  let s:seen.renamed = strpart(getline(2), 0, 5)
endfunction

try
  call s:Look()
catch
  let s:seen.fault = v:exception . ' in ' . v:throwpoint
endtry
let s:seen.version = v:versionlong
call writefile([json_encode(s:seen)], $SEEN)
qall!
