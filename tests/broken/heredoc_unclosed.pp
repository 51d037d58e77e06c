class web {
  $text = @(END)
    hello
    | EOT
}
#= 2:11-17 error SYNTAX_ERROR: the text of this heredoc is never ended by a line with its tag
