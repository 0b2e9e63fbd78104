" An editing session in Vim with ALE. What is seen is written as JSON to $SEEN; the test judges it.
let s:seen = {}
let s:derivatives = $CHECKOUT . '/tools/autograd/derivatives.yaml'
let s:native = $CHECKOUT . '/aten/src/ATen/native/native_functions.yaml'

" Waits up to 20 seconds.
function! s:Wait(what, test) abort
  for l:_ in range(1000)
    if eval(a:test)
      return
    endif
    sleep 20m
  endfor
  throw 'timeout: ' . a:what
endfunction

function! s:Session() abort
  execute 'edit' $CHECKOUT . '/finance/derivatives.yaml'
  execute 'edit' $CHECKOUT . '/other.yaml'
  sleep 300m
  execute 'edit' s:derivatives
  call s:Wait('diagnostics', 'len(ale#engine#GetLoclist(bufnr(""))) == 2')
  let s:seen.diagnostics = map(copy(ale#engine#GetLoclist(bufnr(''))), '[v:val.code, v:val.lnum, v:val.col]')
  call cursor(4, 16)
  let g:ale_hover_to_preview = 1
  ALEHover
  call s:Wait('hover', 'len(filter(range(1, winnr("$")), "getwinvar(v:val, \"&previewwindow\")")) == 1')
  pclose
  execute 'buffer' s:derivatives
  call cursor(6, 10)
  ALEGoToDefinition
  call s:Wait('definition', 'expand("%:p") ==# s:native')
  let s:seen.definition = [expand('<cword>'), line('.')]
  execute 'buffer' s:derivatives
  call setline(3, substitute(getline(3), 'grads\[1\]', 'grad', ''))
  doautocmd TextChanged
  call s:Wait('fewer diagnostics', 'len(ale#engine#GetLoclist(bufnr(""))) == 1')
endfunction

try
  call s:Session()
catch
  let s:seen.failure = v:exception . ' at ' . v:throwpoint
endtry
call writefile([json_encode(s:seen)], $SEEN)
call ale#lsp#StopAll()
qall!
