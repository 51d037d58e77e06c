class web (
  Integer $port = 80,
  String $name_of_site,
{
  notify { "${port}": }
}

class after_class { }
#= 1:11-12 error SYNTAX_ERROR: this `(` after `web` is never closed
