name = 'x';;
class after_class { }
#= 1:12-13 error SYNTAX_ERROR: this `;` is one too many
