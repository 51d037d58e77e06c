file { '/etc/motd':
  ensure: file,
}

class after_class { }
#= 2:9-10 error SYNTAX_ERROR: `ensure` is followed by `=>`, not by `:`
