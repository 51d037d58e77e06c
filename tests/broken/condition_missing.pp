class web {
  if {
    include nginx
  }
}

class after_class { }
#= 2:3-5 error SYNTAX_ERROR: the condition of `if` is missing
