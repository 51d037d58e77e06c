class web {
  if $x { } elsif { }
}

class after_class { }
#= 2:13-18 error SYNTAX_ERROR: the condition of `elsif` is missing
