class 'web' {
}

class after_class { }
#= 1:7-12 error SYNTAX_ERROR: a name stands without quotes here
