; The text of a heredoc is in the language that its opening names: `@(END:json)`. The text stands behind the node that
; the opening is in, at most so many levels up as there are patterns here.

(
  (heredoc
    syntax: (heredoc_syntax) @injection.language)
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

(
  (_
    (heredoc
      syntax: (heredoc_syntax) @injection.language))
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

(
  (_
    (_
      (heredoc
        syntax: (heredoc_syntax) @injection.language)))
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

(
  (_
    (_
      (_
        (heredoc
          syntax: (heredoc_syntax) @injection.language))))
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

(
  (_
    (_
      (_
        (_
          (heredoc
            syntax: (heredoc_syntax) @injection.language)))))
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

(
  (_
    (_
      (_
        (_
          (_
            (heredoc
              syntax: (heredoc_syntax) @injection.language))))))
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.combined))

((comment) @injection.content
  (#set! injection.language "comment"))

((regex) @injection.content
  (#set! injection.language "regex"))
