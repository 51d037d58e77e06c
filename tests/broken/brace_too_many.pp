class web {
  include nginx
  }
}

class after_class { }
#= 4:1-2 error SYNTAX_ERROR: this `}` closes nothing
