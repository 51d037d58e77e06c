class web {
  $ports = [80 443]
  file { '/etc/motd':
    ensure => file
    mode   => '0644',
  }
}

class broken_two {
  if $x { include nginx } else if $y { }
}

class after_class { }
#= 2:15-15 error SYNTAX_ERROR: `,` is missing before `443`
#= 10:27-34 error SYNTAX_ERROR: Puppet writes `elsif`, not `else if`
