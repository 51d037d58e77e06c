class web {
  $out = `uname`
}

class after_class { }
#= 2:10-11 error SYNTAX_ERROR: this character has no meaning here; text stands in quotes
