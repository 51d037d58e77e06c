/* Quoted strings, interpolation, and the regular expressions that only their context tells from a division. */
#ifndef PUPPET_STRINGS_H
#define PUPPET_STRINGS_H

#include "recovery.h"
#include "state.h"

/* `$` was read: does a name of a variable follow? Advances over what it looks at. */
static bool starts_variable_name(TSLexer *lexer) {
  if (is_word(lexer->lookahead)) return true;
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return is_word(lexer->lookahead);
}

/* At `$`, in a string or heredoc with interpolation; the token's end is marked before it. */
typedef enum { DOLLAR_OPEN, DOLLAR_VARIABLE, DOLLAR_TEXT } Dollar;

static Dollar classify_dollar(TSLexer *lexer) {
  lexer->mark_end(lexer);
  advance(lexer);
  if (lexer->lookahead == '{') return DOLLAR_OPEN;
  return starts_variable_name(lexer) ? DOLLAR_VARIABLE : DOLLAR_TEXT;
}

typedef enum { WORD_ILLEGAL, WORD_READ, WORD_AND_DOT } Word;

/* Reads a number, and the `.` behind it if no digit follows that. */
static Word read_number(TSLexer *lexer, bool mark) {
  bool zero = lexer->lookahead == '0', octal = true, fraction = false;
  unsigned digits = 0;
  for (; is_digit(lexer->lookahead); digits++, advance(lexer)) octal &= lexer->lookahead < '8';
  bool legal = !zero || octal;
  if (mark) lexer->mark_end(lexer);
  if (zero && digits == 1 && (lexer->lookahead == 'x' || lexer->lookahead == 'X')) {
    advance(lexer);
    legal = false;
    for (int32_t c; c = lexer->lookahead, is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); legal = true) {
      advance(lexer);
    }
  } else {
    if (lexer->lookahead == '.') {
      advance(lexer);
      if (!is_digit(lexer->lookahead)) return legal ? WORD_AND_DOT : WORD_ILLEGAL;
      while (is_digit(lexer->lookahead)) advance(lexer);
      fraction = true;
      legal = !zero || digits == 1;
    }
    if (lexer->lookahead == 'e' || lexer->lookahead == 'E') {
      advance(lexer);
      if (lexer->lookahead == '-') advance(lexer);
      legal &= is_digit(lexer->lookahead) && (fraction || !zero);
      while (is_digit(lexer->lookahead)) advance(lexer);
    }
  }
  if (mark) lexer->mark_end(lexer);
  return legal && !is_word(lexer->lookahead) ? WORD_READ : WORD_ILLEGAL;
}

/* Reads a bare word, keyword or number, as Puppet's lexer would. `mark` puts the token's end behind it. */
static Word read_bare_word(TSLexer *lexer, bool mark) {
  if (is_digit(lexer->lookahead)) return read_number(lexer, mark);
  bool first = true;
  int32_t last = 0;
  for (;; first = false) {
    if (lexer->lookahead == ':') {
      advance(lexer);
      if (lexer->lookahead != ':') return WORD_ILLEGAL;
      advance(lexer);
    } else if (!first) {
      break;
    }
    if (!is_lower(lexer->lookahead) && lexer->lookahead != '_') return WORD_ILLEGAL;
    for (int32_t c; c = lexer->lookahead, is_word(c) || c == '-'; advance(lexer)) last = c;
    if (last == '-') return WORD_ILLEGAL;
  }
  if (mark) lexer->mark_end(lexer);
  return WORD_READ;
}

/* `${`, at its brace. Whether the first word inside names a variable is told by what follows it, as in Puppet: nothing, `.`,
 * or an immediate `[`. */
static bool scan_interpolation_open(Scanner *scanner, TSLexer *lexer) {
  advance(lexer);
  accept(lexer, INTERPOLATION_OPEN);
  look_past_space(lexer);
  int32_t c = lexer->lookahead;
  if (!(is_word(c) || c == ':') || is_upper(c)) return true;
  Word word = read_bare_word(lexer, false);
  if (word == WORD_ILLEGAL) return true;
  bool goes_on = word == WORD_AND_DOT || lexer->lookahead == '[';
  if (!goes_on) goes_on = !look_past_space(lexer).division && (lexer->lookahead == '}' || lexer->lookahead == '.');
  if (goes_on) scanner->flags |= NAMES_VARIABLE;
  return true;
}

static bool scan_interpolation_variable(Scanner *scanner, TSLexer *lexer) {
  read_bare_word(lexer, true);
  scanner->flags &= ~NAMES_VARIABLE;
  lexer->result_symbol = INTERPOLATION_VARIABLE;
  return true;
}

/* The text of a double-quoted string up to its next `"`, `\`, `${` or variable. One that is never closed ends with its
 * first line. */
static bool scan_string_text(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  bool any = false, on_first_line = true, text_on_first_line = false;
  scanner->flags &= ~REGEX_NEXT;
  lexer->mark_end(lexer);
  if (scanner->flags & CUT_STRING) {
    scanner->flags &= ~CUT_STRING;
    lexer->result_symbol = STRING_CUT;
    return true;
  }
  lexer->result_symbol = STRING_TEXT;
  if (valid[QUOTE_TEXT] && lexer->lookahead == '"') {
    advance(lexer);
    return (lexer->lookahead == '"' || lexer->lookahead == '$') && accept(lexer, QUOTE_TEXT);
  }
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '"' || c == '\\') {
      lexer->mark_end(lexer);
      return any;
    }
    if (c == '$') {
      Dollar dollar = classify_dollar(lexer);
      if (dollar == DOLLAR_OPEN && !any) return scan_interpolation_open(scanner, lexer);
      if (dollar != DOLLAR_TEXT) return any;
      any = true; /* what was looked at is text too */
      continue;
    }
    if (c == '\n' && on_first_line) {
      lexer->mark_end(lexer);
      on_first_line = false;
      text_on_first_line = any;
    }
    advance(lexer);
    any = true;
    if (c == '\n' && at_definition(lexer) && begins_afresh(lexer, '"')) break;
  }
  if (on_first_line) {
    lexer->mark_end(lexer);
    text_on_first_line = any;
  }
  if (text_on_first_line) {
    scanner->flags |= CUT_STRING;
  } else {
    lexer->result_symbol = STRING_CUT;
  }
  return true;
}

/* `'...'`; one that is never closed ends with its first line, or before the definition that it would swallow. */
static bool scan_single_quoted(TSLexer *lexer) {
  bool marked = false;
  advance(lexer);
  if (lexer->lookahead == '\'') {
    /* The first of two quotes in a row is text to Puppet's lexer, here as in double quotes. */
    advance(lexer);
    accept(lexer, SINGLE_QUOTED);
    if (lexer->lookahead != '\'') return true;
  }
  lexer->result_symbol = UNCLOSED_SINGLE_QUOTED;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\n' && !marked) {
      lexer->mark_end(lexer);
      marked = true;
    }
    advance(lexer);
    if (c == '\'') return accept(lexer, SINGLE_QUOTED);
    if (c == '\\' && !lexer->eof(lexer)) advance(lexer);
    if (c == '\n' && at_definition(lexer) && begins_afresh(lexer, '\'')) return true;
  }
  if (!marked) lexer->mark_end(lexer);
  return true;
}

/* Behind the `/` that begins it: up to the next one with an even number of backslashes before it. */
static bool pass_regex(TSLexer *lexer) {
  bool escaped = false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && !escaped) return true;
    escaped = c == '\\' && !escaped;
  }
  return false;
}

/* At `/`. Where both could be, it divides, but behind what was found to be followed by a regular expression. */
static bool scan_slash(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  advance(lexer);
  if (lexer->lookahead == '*') return pass_block_comment(lexer) && accept(lexer, COMMENT);
  bool divides = valid[DIVIDE] && !(scanner->flags & REGEX_NEXT);
  scanner->flags &= ~REGEX_NEXT;
  if (divides) return accept(lexer, DIVIDE);
  return valid[REGEX] && pass_regex(lexer) && accept(lexer, REGEX);
}

/* Behind a `}` or a keyword that is an operand: Puppet takes a `/` there for the start of a regular expression if it can.
 * An empty token before them tells; inside strings, where text follows, it means nothing. */
static bool regex_follows(Scanner *scanner, TSLexer *lexer) {
  if (!look_past_space(lexer).division || !pass_regex(lexer)) return false;
  scanner->flags |= REGEX_NEXT;
  lexer->result_symbol = REGEX_AFTER;
  return true;
}

/* At a `}`. */
static bool scan_regex_after_brace(Scanner *scanner, TSLexer *lexer) {
  if (scanner->flags & REGEX_NEXT) return false;
  lexer->mark_end(lexer);
  advance(lexer);
  return regex_follows(scanner, lexer);
}

/* Whether a word is a keyword that is an operand. */
static bool is_keyword_operand(const char *word) {
  static const char *const OPERANDS[] = {"attr", "default", "private", "undef", NULL};
  return is_one_of(word, OPERANDS);
}

#endif
