Class web {
  include nginx
}

class after_class { }
#= 1:1-6 error SYNTAX_ERROR: keywords are lower case: `class`
