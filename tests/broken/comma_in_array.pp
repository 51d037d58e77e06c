class web {
  $ports = [80 443]
}

class after_class { }
#= 2:15-15 error SYNTAX_ERROR: `,` is missing before `443`
