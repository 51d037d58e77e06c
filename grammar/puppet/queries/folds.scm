[
  (block)
  (resource_expression)
  (resource_defaults)
  (resource_override)
  (collect_expression)
  (case_expression)
  (selector_expression)
  (hash)
  (list)
  (argument_list)
  (parameter_list)
  (heredoc_body)
] @fold

(comment) @fold
