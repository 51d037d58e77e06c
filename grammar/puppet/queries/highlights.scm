; Comments

(comment) @comment @spell

; Names

(variable) @variable

(parameter
  name: (variable) @variable.parameter)

((variable) @variable.builtin
  (#any-of? @variable.builtin
    "$facts" "$trusted" "$server_facts" "$settings" "$title" "$name" "$module_name" "$caller_module_name"
    "$environment" "$clientcert" "$clientversion" "$clientnoop" "$servername" "$serverip" "$serverversion"
    "title" "name" "module_name" "facts" "trusted"))

(type_reference) @type

(bare_word) @string

(host_name) @string

(resource_expression
  type: (name) @type)

(attribute_operation
  name: (attribute_name) @property)

(hash_entry
  key: (name) @property)

(hash_entry
  key: (bare_word) @property)

(selector_entry
  match: (name) @string)

(case_option
  value: (name) @string)

; Definitions

(class_definition
  name: (_) @type.definition)

(class_definition
  parent: (name) @type)

(defined_type_definition
  name: (_) @type.definition)

(type_alias
  name: (type_reference) @type.definition)

(type_definition
  name: (type_reference) @type.definition)

(function_definition
  name: (_) @function)

(plan_definition
  name: (_) @function)

; Calls

(call_expression
  function: (name) @function.call)

(statement_call
  function: (name) @function.call)

(statement_call
  function: (name) @keyword.import
  arguments: (argument_list
    (name) @module)
  (#any-of? @keyword.import "include" "contain" "require"))

(method_call_expression
  method: (name) @function.method.call)

(call_expression
  function: (name) @keyword.return
  (#any-of? @keyword.return "return" "next" "break"))

(statement_call
  function: (name) @keyword.return
  (#any-of? @keyword.return "return" "next" "break"))

; Literals

(number) @number

(boolean) @boolean

[
  (undef)
  (default)
] @constant.builtin

[
  (string)
  (string_text)
  "\""
] @string

[
  (heredoc_text)
  (heredoc_end)
] @string

(heredoc
  tag: (heredoc_tag) @label)

(heredoc
  syntax: (heredoc_syntax) @module)

(heredoc
  escapes: (heredoc_escapes) @string.escape)

(heredoc
  [
    "@("
    ":"
    "/"
    ")"
  ] @punctuation.special)

(escape_sequence) @string.escape

(regex) @string.regexp

(interpolation
  [
    "${"
    "}"
  ] @punctuation.special)

; Keywords

[
  "class"
  "define"
  "node"
  "inherits"
  "plan"
  "type"
  "apply"
] @keyword

"function" @keyword.function

[
  "if"
  "elsif"
  "else"
  "unless"
  "case"
] @keyword.conditional

[
  "and"
  "or"
  "in"
] @keyword.operator

(reserved_word) @keyword

(private_modifier) @keyword.modifier

; Operators and punctuation

[
  "="
  "+="
  "-="
  "+"
  "-"
  "*"
  "/"
  "%"
  "<<"
  ">>"
  "<"
  "<="
  ">"
  ">="
  "=="
  "!="
  "=~"
  "!~"
  "!"
  "?"
  "=>"
  "+>"
  "->"
  "~>"
  "<-"
  "<~"
  "@"
  "@@"
] @operator

[
  "("
  ")"
  "["
  "]"
  "{"
  "}"
  "|"
  "<|"
  "|>"
  "<<|"
  "|>>"
] @punctuation.bracket

[
  ","
  ";"
  ":"
  "."
] @punctuation.delimiter

; What Puppet's lexer refuses

(malformed) @error
