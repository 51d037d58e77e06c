node {
  include nginx
}

class after_class { }
#= 1:1-5 error SYNTAX_ERROR: the name of the node is missing
