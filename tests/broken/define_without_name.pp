define ($x) {
}

class after_class { }
#= 1:1-7 error SYNTAX_ERROR: the name of the define is missing
