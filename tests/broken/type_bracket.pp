class web (
  Optional[String $name_of_site = undef,
  Integer $port = 80,
) {
}

class after_class { }
#= 2:11-12 error SYNTAX_ERROR: this `[` after `Optional` is never closed
