class web {
  $package = $x ? {
    'a' => 'nginx'
    default => 'apache',
  }
}

class after_class { }
#= 3:19-19 error SYNTAX_ERROR: `,` is missing before `default`
