$settings = {
  'port' => 80
  'name' => 'x',
}

class after_class { }
#= 2:15-15 error SYNTAX_ERROR: `,` is missing before 'name'
