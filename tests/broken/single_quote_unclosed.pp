class web {
  $name_of_site = 'example
  include nginx
}

class after_class { }
#= 2:19-27 error SYNTAX_ERROR: this string is never closed
