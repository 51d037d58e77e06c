class web {
  $family = $facts['os'['family']
  include nginx
}

class after_class { }
#= 2:19-20 error SYNTAX_ERROR: this `[` after `facts` is never closed
