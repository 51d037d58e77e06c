class web {
  $port =
}

class after_class { }
#= 2:9-10 error SYNTAX_ERROR: the value of `$port` is missing
