class web (Integer port = 80) {
}

class after_class { }
#= 1:20-24 error SYNTAX_ERROR: the name of a parameter begins with `$`: `$port`
