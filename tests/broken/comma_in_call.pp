class web {
  $text = join($list ', ')
}

class after_class { }
#= 2:21-21 error SYNTAX_ERROR: `,` is missing before ', '
