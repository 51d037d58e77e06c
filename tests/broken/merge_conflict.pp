class web {
<<<<<<< HEAD
  include nginx
=======
  include apache
>>>>>>> feature
}

class after_class { }
#= 2:1-13 error SYNTAX_ERROR: a conflict of a merge that is not resolved yet
