function web::port() >> {
  80
}

class after_class { }
#= 1:22-24 error SYNTAX_ERROR: the return type is missing after `>>`
