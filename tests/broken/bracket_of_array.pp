class web {
  $ports = [80, 443
  notify { "${ports}": }
}

class after_class { }
#= 2:12-13 error SYNTAX_ERROR: this `[` is never closed
