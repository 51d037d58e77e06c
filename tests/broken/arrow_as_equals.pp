file { '/etc/motd':
  ensure = file,
  mode   => '0644',
}

class after_class { }
#= 2:10-11 error SYNTAX_ERROR: `ensure` is followed by `=>`, not by `=`
