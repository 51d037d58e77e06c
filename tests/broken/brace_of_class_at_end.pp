class after_before { }

class apache {
  service { 'apache2':
    ensure => running,
  }
#= 3:14-15 error SYNTAX_ERROR: this `{` of class 'apache' is never closed
