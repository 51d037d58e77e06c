class web {
  file { '/etc/motd':
    ensure => file,
    content => 'hello',

  service { 'web':
    ensure => running,
  }
}

class after_class { }
#= 2:8-9 error SYNTAX_ERROR: this `{` of the resource `file` is never closed
