file { '/etc/motd':
  ensure file,
}

class after_class { }
#= 2:9-9 error SYNTAX_ERROR: `=>` is missing after `ensure`
