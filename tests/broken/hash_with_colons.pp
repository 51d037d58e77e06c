$settings = { 'port': 80, 'name': 'x' }

class after_class { }
#= 1:21-22 error SYNTAX_ERROR: 'port' is followed by `=>`, not by `:`
