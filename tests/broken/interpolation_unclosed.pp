class web {
  notify { "port ${port is open": }
}

class after_class { }
#= 2:18-24 error SYNTAX_ERROR: this `${` is never closed
