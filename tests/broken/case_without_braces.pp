class web {
  case $x {
    'a': include nginx
    default: { }
  }
}

class after_class { }
#= 3:9-9 error SYNTAX_ERROR: what a case does stands in braces: `{` is missing
