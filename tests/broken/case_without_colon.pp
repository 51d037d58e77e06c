class web {
  case $x {
    'a' { include nginx }
    default: { }
  }
}

class after_class { }
#= 3:8-8 error SYNTAX_ERROR: `:` is missing after 'a'
