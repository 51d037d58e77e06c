class web {
  File['/a'] ->
}

class after_class { }
#= 2:14-16 error SYNTAX_ERROR: the right side of `->` is missing
