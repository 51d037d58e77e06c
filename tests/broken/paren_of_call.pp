class web {
  $names = join($list, ', '
  notify { $names: }
}

define after_define() { }
#= 2:16-17 error SYNTAX_ERROR: this `(` after `join` is never closed
