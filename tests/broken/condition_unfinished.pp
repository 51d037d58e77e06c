class web {
  if $x == {
    include nginx
  }
}

class after_class { }
#= 2:9-11 error SYNTAX_ERROR: the right side of `==` is missing
