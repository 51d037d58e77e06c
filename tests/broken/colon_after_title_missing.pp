file { '/etc/motd'
  ensure => file,
}

class after_class { }
#= 1:19-19 error SYNTAX_ERROR: `:` is missing after the title '/etc/motd'
