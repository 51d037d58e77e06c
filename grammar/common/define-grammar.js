/**
 * The grammar of both dialects: `puppet` (.pp) and `epp` (.epp, where blocks span tags).
 *
 * What Puppet's lexer decides by context (strings, heredocs, regular expressions, `[` and `(` by the white
 * space before them, calls without parentheses) is decided in scanner.h.
 */

// Low to high, as in Puppet's own grammar.
const PREC = {
  SELECTOR_ENTRY: -2,
  ASSIGNMENT: 1,
  RELATIONSHIP: 2,
  RESOURCE: 3,
  OR: 5,
  AND: 6,
  SELECTOR: 7,
  COMPARISON: 8,
  EQUALITY: 9,
  SHIFT: 10,
  ADD: 11,
  MULTIPLY: 12,
  MATCH: 13,
  IN: 14,
  MINUS: 15,
  SPLAT: 16,
  NOT: 17,
  COLLECT: 18,
  ACCESS: 19,
  CALL: 20,
  NAME: 21,
};

const KEYWORDS = [
  'and', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'function', 'if', 'in', 'inherits',
  'node', 'or', 'private', 'type', 'undef', 'unless', 'plan', 'apply',
];

const commaSep1 = ($, rule) => seq(rule, repeat(seq($._comma, rule)));
const listOf = ($, rule) => seq(commaSep1($, rule), optional($._comma));

module.exports = function defineGrammar(dialect) {
  const epp = dialect === 'epp';

  return grammar({
    name: dialect,

    word: ($) => $._bare_name,

    extras: ($) => [
      /[ \t\r\n\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/,
      $.comment,
      $.heredoc_body,
      $._regex_after,
      ...(epp ? [$._epp_gap] : []),
    ],

    // In the order of `enum TokenType` in state.h.
    externals: ($) => [
      $._single_quoted,
      $._unclosed_single_quoted,
      $._quote_text,
      $._string_text,
      $._string_cut,
      $._interpolation_open,
      $._interpolation_variable,
      $._access_open,
      $._call_open,
      $._selector_open,
      $._statement_function,
      $._regex,
      $._divide,
      $._regex_after,
      $._heredoc_open,
      $.heredoc_tag,
      $._heredoc_body_start,
      $._heredoc_text,
      $.heredoc_end,
      $._implied_close,
      $._file_start,
      $._file_end,
      $._epp_text,
      $.epp_comment,
      $._epp_gap,
      $._render_open,
      $._render_close,
      $._tag_close,
      $._tag_close_trim,
      $.comment,
      $._never,
      $._error_sentinel,
    ],

    supertypes: ($) => [$._statement, $._expression, $._literal, $._definition],

    inline: ($) => [$._assignment, $._call_arguments, $._any_name],

    conflicts: ($) => [],

    reserved: {
      global: ($) => KEYWORDS.filter((k) => k !== 'plan' && k !== 'apply').concat(['true', 'false']),
      names: ($) => ['true', 'false'],
      none: ($) => [],
    },

    rules: {
      source_file: ($) => (epp
        ? choice(
          seq(
            $._file_start, repeat($.epp_comment), $._tag_open,
            // Parameters can only come first: text before them, even an empty line, is a fault.
            optional(field('parameters', $.epp_parameters)),
            ...restOfTemplate($),
          ),
          seq(...restOfTemplate($)),
        )
        : optional($._statements)),

      ...(epp && {
        // What is rendered between two stretches of code is an operand to Puppet; so blocks span tags. A file that
        // does not begin with a tag begins with one, and every file ends with one.
        template: ($) => seq(textStart($), ...rendered($), choice($._tag_open, $._file_end)),
        _nothing_rendered: ($) => seq(textStart($), repeat($.epp_comment), $._file_end, $._file_end),
        _template_of_comments: ($) => seq(tagEnd($), repeat1($.epp_comment), $._tag_open),
        _tag_open: ($) => choice('<%', '<%-'),
        text: ($) => $._epp_text,
        render_expression: ($) => seq(
          alias($._render_open, '<%='),
          field('expression', choice($._expression, alias($._render_block, $.block))),
          alias($._render_close, '%>'),
        ),
        _render_block: ($) => seq('{', $._statements, '}'),
        epp_parameters: ($) => seq('|', optional(listOf($, $.parameter)), '|'),
      }),

      // Statements -------------------------------------------------------------------------------------

      // Left-recursive where the last statement can only be told by what follows; a repetition keeps trees flat.
      _statements: ($) => (epp
        ? choice(
          seq(optional(seq($._statements, optional(';'))), $._statement),
          seq(optional($._statements), alias($._template_of_comments, $.template)),
        )
        : seq($._statement, repeat(seq(optional(';'), $._statement)))),

      _statement: ($) => choice(
        $.statement_call,
        $.assignment_expression,
        $.relationship_expression,
        $.virtual_resource,
        $.resource_expression,
        $.resource_defaults,
        $.resource_override,
        $.name_with_hash,
        $._expression,
      ),

      statement_call: ($) => prec.right(seq(
        field('function', alias($._statement_function, $.name)),
        field('arguments', alias($._bare_arguments, $.argument_list)),
      )),
      _bare_arguments: ($) => prec.right(commaSep1($, $._assignment)),

      // A token that is missing is only seen as such where something is reduced behind it: never by what cannot follow.
      _comma: ($) => seq(',', optional($._never)),
      _block_open: ($) => seq('{', optional($._never)),
      // A definition at the margin ends what was never closed before it.
      block: ($) => seq($._block_open, optional($._statements), ...(epp ? [] : [optional($._implied_close)]), '}'),

      // Assignment, relationship and resource: the levels above an expression ---------------------------

      _assignment: ($) => choice($.assignment_expression, $._relationship),
      assignment_expression: ($) => prec.right(PREC.ASSIGNMENT, seq(
        field('left', $._relationship),
        field('operator', choice('=', '+=', '-=')),
        field('right', choice($.assignment_expression, $._relationship)),
      )),

      _relationship: ($) => choice($.relationship_expression, $._resource),
      relationship_expression: ($) => prec.left(PREC.RELATIONSHIP, seq(
        field('left', $._relationship),
        field('operator', choice('->', '~>', '<-', '<~')),
        field('right', $._resource),
      )),

      _resource: ($) => choice(
        $.virtual_resource,
        $.resource_expression,
        $.resource_defaults,
        $.resource_override,
        $.name_with_hash,
        $._expression,
      ),

      virtual_resource: ($) => prec.right(PREC.RESOURCE, seq(
        field('form', choice('@', '@@')),
        field('resource', choice(
          $.virtual_resource, $.resource_expression, $.resource_defaults, $.resource_override,
        )),
      )),

      resource_expression: ($) => prec(PREC.RESOURCE, seq(
        field('type', choice(
          $._expression, $.type_reference, $.name, $.access_expression, alias('class', $.name),
          $.resource_expression, $.resource_defaults, $.resource_override, $.name_with_hash,
        )),
        '{',
        seq(field('body', $.resource_body), repeat(seq(';', field('body', $.resource_body))), optional(';')),
        '}',
      )),
      resource_body: ($) => seq(
        field('title', $._expression),
        ':',
        optional($._attributes),
      ),

      resource_defaults: ($) => prec(PREC.NAME, seq(
        field('type', $.type_reference), '{', optional($._attributes), '}',
      )),
      resource_override: ($) => prec(PREC.RESOURCE, seq(
        field('resources', choice($._expression, $.access_expression)), '{', optional($._attributes), '}',
      )),
      // `notice { a => 1 }`: Puppet makes a name and a hash of it.
      name_with_hash: ($) => prec(PREC.NAME, seq(
        field('name', $.name), '{', optional($._attributes), '}',
      )),

      // A comma may stand before the first, and alone.
      _attributes: ($) => choice(
        seq(optional($._comma), listOf($, field('attribute', choice($.attribute_operation, $.attributes_operation)))),
        $._comma,
      ),
      attribute_operation: ($) => seq(
        field('name', $.attribute_name),
        field('operator', choice('=>', '+>')),
        field('value', $._expression),
      ),
      attributes_operation: ($) => seq('*', '=>', field('value', $._expression)),
      attribute_name: ($) => reserved('names', choice($._any_name, ...KEYWORDS)),

      // Expressions --------------------------------------------------------------------------------------

      _expression: ($) => choice(
        $._literal,
        $._definition,
        $.variable,
        $.name,
        $.type_reference,
        $.reserved_word,
        $.list,
        $.hash,
        $.parenthesized_expression,
        $.not_expression,
        $.minus_expression,
        $.splat_expression,
        $.arithmetic_expression,
        $.comparison_expression,
        $.match_expression,
        $.in_expression,
        $.and_expression,
        $.or_expression,
        $.selector_expression,
        $.access_expression,
        $.call_expression,
        $.method_call_expression,
        $.collect_expression,
        $.if_expression,
        $.unless_expression,
        $.case_expression,
        $.apply_expression,
        ...(epp ? [$.template] : []),
      ),

      // What Puppet's lexer refuses has a node `malformed` within the name or number that it was meant for.
      _literal: ($) => choice(
        $.number, $.boolean, $.undef, $.default, $.bare_word, $.string, $.interpolated_string, $.heredoc, $.regex,
      ),

      variable: ($) => choice(
        /\$(::)?([A-Za-z0-9_]+::)*[A-Za-z0-9_]+/, '$', $._interpolation_variable,
        alias(/\$(::)?([A-Za-z0-9_]+::)+/, $.malformed),
      ),
      name: ($) => choice(
        prec(PREC.NAME, $._any_name),
        prec(-1, choice('plan', 'apply')),
        seq($._any_name, alias(token.immediate('::'), $.malformed)),
      ),
      _any_name: ($) => choice($._bare_name, /::[a-z][A-Za-z0-9_]*(::[a-z][A-Za-z0-9_]*)*/),
      _bare_name: ($) => /[a-z][A-Za-z0-9_]*(::[a-z][A-Za-z0-9_]*)*/,
      bare_word: ($) => /(::)?[a-z_]([A-Za-z0-9_\-]*[A-Za-z0-9_])?(::[a-z_]([A-Za-z0-9_\-]*[A-Za-z0-9_])?)*/,
      type_reference: ($) => choice(
        /((::)?[A-Z][A-Za-z0-9_]*)+/,
        alias(/((::)?[A-Z][A-Za-z0-9_]*)+::([a-z0-9_][A-Za-z0-9_]*(::[A-Za-z0-9_]+)*)?/, $.malformed),
      ),
      _number: ($) => /0[xX][0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*([eE]-?[0-9]+)?|(0|[1-9][0-9]*)\.[0-9]+([eE]-?[0-9]+)?/,
      number: ($) => choice(
        $._number,
        alias(
          /[0-9][A-Za-z0-9_]*|0[0-9]+\.[0-9]+|[0-9]+\.[0-9][A-Za-z0-9_]*|[0-9]+(\.[0-9]+)?[eE]-[0-9][A-Za-z0-9_]*/,
          $.malformed,
        ),
      ),
      boolean: ($) => choice('true', 'false'),
      undef: ($) => 'undef',
      default: ($) => 'default',
      reserved_word: ($) => choice('private', 'attr'),
      regex: ($) => $._regex,

      list: ($) => seq('[', optional(listOf($, $._entry)), ']'),
      _entry: ($) => choice($._assignment, $.hash_entry, alias(choice('type', 'function'), $.bare_word)),
      hash: ($) => seq('{', optional(listOf($, field('entry', $.hash_entry))), '}'),
      hash_entry: ($) => seq(
        field('key', choice($._assignment, alias(choice('type', 'function'), $.bare_word))),
        '=>',
        field('value', choice($._assignment, alias(choice('type', 'function'), $.bare_word))),
      ),

      parenthesized_expression: ($) => seq('(', field('expression', $._assignment), ')'),

      not_expression: ($) => prec.right(PREC.NOT, seq('!', field('operand', $._expression))),
      minus_expression: ($) => prec(PREC.MINUS, seq('-', field('operand', $._expression))),
      splat_expression: ($) => prec(PREC.SPLAT, seq('*', field('operand', $._expression))),

      arithmetic_expression: ($) => choice(
        ...[
          [PREC.SHIFT, choice('<<', '>>')],
          [PREC.ADD, choice('+', '-')],
          [PREC.MULTIPLY, choice('*', '%', alias($._divide, '/'))],
        ].map(([level, operator]) => prec.left(level, binary($, operator))),
      ),
      comparison_expression: ($) => choice(
        prec.left(PREC.COMPARISON, binary($, choice('<', '<=', '>', '>='))),
        prec.left(PREC.EQUALITY, binary($, choice('==', '!='))),
      ),
      match_expression: ($) => prec.left(PREC.MATCH, binary($, choice('=~', '!~'))),
      in_expression: ($) => prec.left(PREC.IN, binary($, 'in')),
      and_expression: ($) => prec.left(PREC.AND, binary($, 'and')),
      or_expression: ($) => prec.left(PREC.OR, binary($, 'or')),

      selector_expression: ($) => prec.left(PREC.SELECTOR, seq(
        field('left', $._expression),
        '?',
        choice(
          field('entry', $.selector_entry),
          seq(alias($._selector_open, '{'), listOf($, field('entry', $.selector_entry)), '}'),
        ),
      )),
      selector_entry: ($) => prec.right(PREC.SELECTOR_ENTRY, seq(
        field('match', $._expression), '=>', field('value', $._expression),
      )),

      access_expression: ($) => prec.left(PREC.ACCESS, seq(
        field('left', $._expression),
        alias($._access_open, '['),
        listOf($, field('key', choice($._expression, $.hash_entry))),
        ']',
      )),

      // Calls ------------------------------------------------------------------------------------------------

      call_expression: ($) => choice(
        prec.right(PREC.CALL, call($, choice($._expression, alias('type', $.name)))),
        prec.right(-1, call($, alias('apply', $.name))), // a block behind it makes an apply_expression
      ),
      method_call_expression: ($) => prec.right(PREC.CALL, seq(
        field('receiver', $._expression),
        '.',
        field('method', choice($.name, alias('type', $.name), alias($._word_as_method, $.name))),
        optional(field('arguments', alias($._method_argument_list, $.argument_list))),
        optional(field('lambda', $.lambda)),
      )),
      // `$x.a-b`: Puppet's lexer makes one word of it, which is no name.
      _word_as_method: ($) => alias($.bare_word, $.malformed),
      argument_list: ($) => seq(
        alias($._call_open, '('), optional(seq($._call_arguments, optional($._comma))), ')',
      ),
      _method_argument_list: ($) => seq(
        alias($._call_open, '('), optional($._call_arguments), ')',
      ),
      _call_arguments: ($) => commaSep1($, choice($._assignment, $.hash_entry)),

      lambda: ($) => seq(
        field('parameters', $.lambda_parameters),
        optional(seq('>>', field('return_type', $._type))),
        field('body', $.block),
      ),
      lambda_parameters: ($) => seq('|', optional(listOf($, $.parameter)), '|'),

      collect_expression: ($) => prec.right(PREC.COLLECT, seq(
        field('type', $._expression),
        field('query', choice($.virtual_query, $.exported_query)),
        optional(seq('{', optional($._attributes), '}')),
      )),
      virtual_query: ($) => seq('<|', optional(field('expression', $._expression)), '|>'),
      exported_query: ($) => seq('<<|', optional(field('expression', $._expression)), '|>>'),

      // Control ----------------------------------------------------------------------------------------------

      if_expression: ($) => prec.right(seq(
        'if', field('condition', $._expression), field('then', $.block),
        optional(choice(
          seq('elsif', field('else', alias($._elsif, $.if_expression))),
          seq('else', field('else', $.block)),
        )),
      )),
      _elsif: ($) => prec.right(seq(
        field('condition', $._expression), field('then', $.block),
        optional(choice(
          seq('elsif', field('else', alias($._elsif, $.if_expression))),
          seq('else', field('else', $.block)),
        )),
      )),
      unless_expression: ($) => prec.right(seq(
        'unless', field('condition', $._expression), field('then', $.block),
        optional(seq('else', field('else', $.block))),
      )),
      case_expression: ($) => seq(
        'case', field('test', $._expression), '{', repeat1(field('option', $.case_option)), '}',
      ),
      case_option: ($) => seq(commaSep1($, field('value', $._expression)), ':', field('body', $.block)),

      // Definitions ------------------------------------------------------------------------------------------

      _definition: ($) => choice(
        $.class_definition, $.defined_type_definition, $.node_definition, $.function_definition,
        $.plan_definition, $.type_alias, $.type_definition,
      ),

      class_definition: ($) => seq(
        'class', field('name', $._definition_name),
        optional(field('parameters', $.parameter_list)),
        optional(seq('inherits', field('parent', choice($.name, $.bare_word, $.type_reference, $.default)))),
        field('body', $.block),
      ),
      defined_type_definition: ($) => seq(
        'define', field('name', $._definition_name),
        optional(field('parameters', $.parameter_list)), field('body', $.block),
      ),
      function_definition: ($) => seq(
        'function', field('name', $._definition_name),
        optional(field('parameters', $.parameter_list)),
        optional(seq('>>', field('return_type', $._type))),
        field('body', $.block),
      ),
      // `plan` and `apply` are keywords below `plans` folders only; here they are where nothing else could be meant.
      plan_definition: ($) => prec(1, seq(
        'plan', field('name', $._definition_name),
        optional(field('parameters', $.parameter_list)), field('body', $.block),
      )),
      apply_expression: ($) => seq('apply', field('arguments', $.argument_list), field('body', $.block)),
      _definition_name: ($) => choice($.name, $.bare_word, $.type_reference),

      node_definition: ($) => seq(
        'node', listOf($, field('host', $._host)),
        optional(seq('inherits', field('parent', $._host))),
        field('body', $.block),
      ),
      _host: ($) => choice($.string, $.interpolated_string, $.heredoc, $.regex, $.default, $.host_name),
      host_name: ($) => choice($.bare_word, seq($._host_part, repeat(seq('.', $._host_part)))),
      _host_part: ($) => choice($.name, alias($._number, $.number)),

      parameter_list: ($) => seq('(', optional(listOf($, $.parameter)), ')'),
      parameter: ($) => seq(
        optional(field('modifier', $.private_modifier)),
        optional(field('type', $._type)),
        optional(field('splat', '*')),
        field('name', $.variable),
        optional(seq('=', field('default', $._expression))),
      ),
      // Puppet's parser knows no private parameters: a fault, as `malformed` is.
      private_modifier: ($) => 'private',
      _type: ($) => choice($.type_reference, alias($._parameterized_type, $.access_expression)),
      _parameterized_type: ($) => prec(PREC.ACCESS, seq(
        field('left', $.type_reference),
        alias($._access_open, '['),
        commaSep1($, field('key', choice($._expression, $.hash_entry))),
        ']',
      )),

      type_alias: ($) => prec.right(seq(
        'type', field('name', $._type), '=',
        field('type', choice(
          $.type_reference,
          alias($._alias_type, $.access_expression),
          seq($.type_reference, $.hash),
          $.hash,
          $.list,
        )),
      )),
      _alias_type: ($) => prec(PREC.ACCESS, seq(
        field('left', $.type_reference),
        alias($._access_open, '['),
        listOf($, field('key', choice($._expression, $.hash_entry))),
        ']',
      )),
      type_definition: ($) => seq(
        'type', field('name', $.type_reference),
        optional(seq('inherits', field('parent', $.type_reference))), field('body', $.block),
      ),

      // Strings ----------------------------------------------------------------------------------------------

      string: ($) => choice($._single_quoted, seq($._unclosed_single_quoted, "'")),
      interpolated_string: ($) => seq(
        '"',
        // To Puppet's lexer the first of two quotes in a row is text where a text begins.
        optional(alias($._quote_text, $.string_text)),
        repeat(choice(
          alias($._string_text, $.string_text),
          $.escape_sequence,
          seq(
            choice(alias($._string_variable, $.variable), $.interpolation),
            optional(alias($._quote_text, $.string_text)),
          ),
        )),
        choice(token.immediate('"'), seq($._string_cut, '"')),
      ),
      escape_sequence: ($) => token.immediate(/\\(u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|\r?\n|.)/),
      _string_variable: ($) => token.immediate(/\$(::)?([A-Za-z0-9_]+::)*[A-Za-z0-9_]+/),
      interpolation: ($) => seq(
        alias($._interpolation_open, '${'), field('expression', $._assignment), '}',
      ),

      heredoc: ($) => seq(
        alias($._heredoc_open, '@('),
        field('tag', $.heredoc_tag),
        optional(seq(':', field('syntax', $.heredoc_syntax))),
        optional(seq('/', optional(field('escapes', $.heredoc_escapes)))),
        ')',
      ),
      heredoc_syntax: ($) => /[a-z][A-Za-z0-9_+]+/,
      heredoc_escapes: ($) => token.immediate(/[trnsuL$]+/),
      heredoc_body: ($) => seq(
        $._heredoc_body_start,
        repeat(choice(
          alias($._heredoc_text, $.heredoc_text),
          alias($._string_variable, $.variable),
          $.interpolation,
        )),
        $.heredoc_end,
      ),
    },
  });

  function tagEnd($) {
    return choice(alias($._tag_close, '%>'), alias($._tag_close_trim, '-%>'));
  }

  function textStart($) {
    return choice($._file_start, tagEnd($));
  }

  // What is open when the file ends is text: the token is told there, and behind it again.
  function restOfTemplate($) {
    return [optional($._statements), choice($._file_end, alias($._nothing_rendered, $.template))];
  }

  function rendered($) {
    return [
      repeat($.epp_comment),
      choice($.text, $.render_expression),
      repeat(choice($.text, $.render_expression, $.epp_comment)),
    ];
  }

  function call($, name) {
    return seq(field('function', name), field('arguments', $.argument_list), optional(field('lambda', $.lambda)));
  }

  function binary($, operator) {
    return seq(field('left', $._expression), field('operator', operator), field('right', $._expression));
  }
};
