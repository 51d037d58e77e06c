; inherits: puppet

(epp_comment) @comment @spell

[
  "<%"
  "<%-"
  "<%="
  "%>"
  "-%>"
] @keyword.directive

(text) @none
