class web {
  $name_of_site = "example ${x}
  include nginx
}

class after_class { }
#= 2:19-32 error SYNTAX_ERROR: this string is never closed
