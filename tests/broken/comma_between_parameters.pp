class web (
  Integer $port = 80
  String $site = 'x',
) {
}

class after_class { }
#= 2:21-21 error SYNTAX_ERROR: `,` is missing before `String`
