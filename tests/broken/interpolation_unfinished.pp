class web {
  notify { "port ${1 + } is open": }
}

class after_class { }
#= 2:22-23 error SYNTAX_ERROR: the right side of `+` is missing
