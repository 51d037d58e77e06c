class web {
  if $x {
    include nginx
  } else if $y {
    include apache
  }
}

class after_class { }
#= 4:5-12 error SYNTAX_ERROR: Puppet writes `elsif`, not `else if`
