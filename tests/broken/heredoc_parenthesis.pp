class web {
  $text = @(END
    hello
    | END
}

class after_class { }
#= 2:11-13 error SYNTAX_ERROR: the `@(` of this heredoc is never closed by `)`
