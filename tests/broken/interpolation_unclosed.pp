class web {
  notify { "port ${port is open": }
}

class after_class { }
#= 2:12-36 error SYNTAX_ERROR: this string is never closed
