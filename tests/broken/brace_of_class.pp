class apache (Integer $port = 80) {
  package { 'apache2':
    ensure => installed,
  }

class after_class {
  notify { 'x': }
}
#= 1:35-36 error SYNTAX_ERROR: this `{` of class 'apache' is never closed
