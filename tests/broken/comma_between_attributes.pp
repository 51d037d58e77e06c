file { '/etc/motd':
  ensure  => file
  content => 'hello',
}

class after_class { }
#= 2:18-18 error SYNTAX_ERROR: `,` is missing before `content`
