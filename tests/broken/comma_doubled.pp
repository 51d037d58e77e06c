file { '/etc/motd':
  ensure => file,,
  mode   => '0644',
}

class after_class { }
#= 2:18-19 error SYNTAX_ERROR: this `,` is one too many
