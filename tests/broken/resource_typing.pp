class web {
  file { '/etc/motd':
    ens
  }
}

class after_class { }
#= 3:5-8 error SYNTAX_ERROR: `=>` and a value are missing after `ens`
