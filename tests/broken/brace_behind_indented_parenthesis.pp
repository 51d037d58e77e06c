class web(
  $content = 'a'
  ){
  file { '/a':
    content => 1 1
  }
}
#= 5:17-17 error SYNTAX_ERROR: `,` is missing before `1`
