class web {
  else {
    include nginx
  }
}

class after_class { }
#= 2:3-7 error SYNTAX_ERROR: `else` without an `if` before it
