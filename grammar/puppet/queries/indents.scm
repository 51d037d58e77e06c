[
  (block)
  (resource_expression)
  (resource_defaults)
  (resource_override)
  (name_with_hash)
  (collect_expression)
  (case_expression)
  (selector_expression)
  (hash)
  (list)
  (access_expression)
  (argument_list)
  (parameter_list)
  (lambda_parameters)
  (parenthesized_expression)
] @indent.begin

; The attributes of `'title':` stand one step further in

(resource_body) @indent.begin

[
  "}"
  "]"
  ")"
] @indent.branch @indent.end

[
  (heredoc_body)
  (string)
  (interpolated_string)
] @indent.ignore

(comment) @indent.auto

(ERROR) @indent.auto
