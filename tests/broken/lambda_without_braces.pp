class web {
  $list.each |$x| notify { $x: }
}

class after_class { }
#= 2:18-18 error SYNTAX_ERROR: the body of a lambda stands in braces: `{` is missing
