class web inherits {
}

class after_class { }
#= 1:11-19 error SYNTAX_ERROR: the name of the class that is inherited is missing
