class web {
  $package = $x ? {
    'a': 'nginx',
    default: 'apache',
  }
}

class after_class { }
#= 3:8-9 error SYNTAX_ERROR: 'a' is followed by `=>`, not by `:`
