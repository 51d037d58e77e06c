class web {
  $list.each |$x {
    notify { $x: }
  }
}

class after_class { }
#= 2:14-15 error SYNTAX_ERROR: the parameters of this lambda are never closed by `|`
