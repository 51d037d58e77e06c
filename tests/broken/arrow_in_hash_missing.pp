$settings = {
  'port' 80,
}

class after_class { }
#= 2:9-9 error SYNTAX_ERROR: `=>` is missing after 'port'
