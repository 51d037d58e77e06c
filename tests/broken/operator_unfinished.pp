class web {
  $size = 1 +
}

class after_class { }
#= 2:13-14 error SYNTAX_ERROR: the right side of `+` is missing
