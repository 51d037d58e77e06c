class web {
  $mode = 0888
  $size = 12ab
}

class after_class { }
#= 2:11-15 error SYNTAX_ERROR: not a valid octal number: 0888
#= 3:11-15 error SYNTAX_ERROR: illegal number: 12ab
