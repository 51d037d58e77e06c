class web {
  if $facts['os']['family'] == 'Debian' {
    include apt

  include nginx
}

class after_class { }
#= 2:41-42 error SYNTAX_ERROR: this `{` of `if` is never closed
