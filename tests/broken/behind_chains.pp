class web {
  user { 'a': } ->

  file { '/b':
    ensure => file,
  } ~>
  file { '/c': } ->

  file { '/d':
    mode => 1 1
  } ->
  file { '/e': }

  file { '/f': } ->
  file { '/g': }
}

class after_class { }
#= 10:14-14 error SYNTAX_ERROR: `,` is missing before `1`
