class {
  include nginx
}

class after_class { }
#= 1:1-6 error SYNTAX_ERROR: the name of the class is missing
