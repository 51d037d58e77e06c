class web(
  $content = 'a'
  ){
  case $content {
    'on':{
        service { 'web':
          require => Package ['web']
        }
    }
  }
}
#= 7:22-31 error SYNTAX_ERROR: no space may stand between `Package` and `[`
