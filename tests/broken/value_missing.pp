file { '/etc/motd':
  ensure => ,
  mode   => '0644',
}

class after_class { }
#= 2:10-12 error SYNTAX_ERROR: the value of `ensure` is missing
