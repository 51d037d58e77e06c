class web {
  File <| tag == 'x' |
  include nginx
}

class after_class { }
#= 2:22-23 error SYNTAX_ERROR: a collector is closed by `|>`
