class web (Integer $port => 80) {
}

class after_class { }
#= 1:26-28 error SYNTAX_ERROR: the default of a parameter is given with `=`
