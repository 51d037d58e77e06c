; Scopes: conditionals have none of their own in Puppet

[
  (source_file)
  (class_definition)
  (defined_type_definition)
  (function_definition)
  (plan_definition)
  (node_definition)
  (lambda)
] @local.scope

; Definitions

(parameter
  name: (variable) @local.definition @local.definition.parameter)

(assignment_expression
  left: (variable) @local.definition @local.definition.var)

(assignment_expression
  left: (list
    (variable) @local.definition @local.definition.var))

(function_definition
  name: (_) @local.definition.function
  (#set! definition.function.scope "parent"))

(class_definition
  name: (_) @local.definition.type
  (#set! definition.type.scope "parent"))

(defined_type_definition
  name: (_) @local.definition.type
  (#set! definition.type.scope "parent"))

; References

(variable) @local.reference
