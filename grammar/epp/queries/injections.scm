; inherits: puppet

; The language of the text is told by the file's name before `.epp`, which a query does not see: grammar/README.md shows
; how an editor's configuration adds it.
((epp_comment) @injection.content
  (#set! injection.language "comment"))
