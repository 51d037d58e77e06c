; Definitions, with the comment lines right above

(
  (comment)* @doc
  .
  (class_definition
    name: (_) @name) @definition.class
  (#strip! @doc "(?m)^[ \\t]*# ?")
  (#select-adjacent! @doc @definition.class)
)

(
  (comment)* @doc
  .
  (defined_type_definition
    name: (_) @name) @definition.class
  (#strip! @doc "(?m)^[ \\t]*# ?")
  (#select-adjacent! @doc @definition.class)
)

(
  (comment)* @doc
  .
  (function_definition
    name: (_) @name) @definition.function
  (#strip! @doc "(?m)^[ \\t]*# ?")
  (#select-adjacent! @doc @definition.function)
)

(
  (comment)* @doc
  .
  (plan_definition
    name: (_) @name) @definition.function
  (#strip! @doc "(?m)^[ \\t]*# ?")
  (#select-adjacent! @doc @definition.function)
)

(
  (comment)* @doc
  .
  (type_alias
    name: (type_reference) @name) @definition.type
  (#strip! @doc "(?m)^[ \\t]*# ?")
  (#select-adjacent! @doc @definition.type)
)

(node_definition
  host: (_) @name) @definition.module

; References

(call_expression
  function: (name) @name) @reference.call

(method_call_expression
  method: (name) @name) @reference.call

(statement_call
  function: (name) @name) @reference.call

(statement_call
  function: (name) @_function
  arguments: (argument_list
    (name) @name)
  (#any-of? @_function "include" "contain" "require")) @reference.class

(class_definition
  parent: (name) @name) @reference.class

(resource_expression
  type: (name) @name) @reference.class

(type_reference) @name @reference.type
