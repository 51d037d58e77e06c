/*
 * The external scanner of both dialects: what Puppet's lexer decides by context.
 *
 * Its state, two bytes and the heredocs whose text has not been read, fits into what tree-sitter keeps by making
 * the queue no longer than that; a heredoc that finds no room is a fault.
 */
#include "calls.h"
#include "heredocs.h"
#include "recovery.h"
#include "state.h"
#include "strings.h"
#include "templates.h"

/* At `#`. Lines of nothing but comments, one below the other, are one token. */
static bool scan_line_comment(TSLexer *lexer, bool begins_line) {
  do {
    pass_line(lexer);
    accept(lexer, COMMENT);
    if (!begins_line || lexer->eof(lexer)) return true;
    advance(lexer);
    pass_blanks(lexer);
  } while (lexer->lookahead == '#');
  return true;
}

/* At a lower-case letter: the name of a function that is called without parentheses, a definition that shows that a
 * block before it was never closed, or a keyword with a regular expression behind it. */
static bool scan_word(Scanner *scanner, TSLexer *lexer, const bool *valid, bool at_margin) {
  bool maybe_definition = at_margin && valid[IMPLIED_CLOSE];
  bool maybe_keyword = valid[REGEX_AFTER] && !(scanner->flags & REGEX_NEXT) && strchr("adpu", (char)lexer->lookahead);
  if (!maybe_definition && !maybe_keyword && !valid[STATEMENT_FUNCTION]) return false;
  char word[10];
  lexer->mark_end(lexer);
  read_word(lexer, word, sizeof(word));
  if (maybe_keyword && is_keyword_operand(word)) return regex_follows(scanner, lexer);
  if (maybe_definition && is_definition(lexer, word)) {
    lexer->result_symbol = IMPLIED_CLOSE;
    return begins_afresh(lexer, 0);
  }
  return valid[STATEMENT_FUNCTION] && scan_statement_function(lexer, word);
}

/* Behind white space, at a line's start if `at_margin`; `newline` tells whether the token before is on an earlier line. */
static bool scan_code(Scanner *scanner, TSLexer *lexer, const bool *valid, bool newline, bool at_margin) {
  int32_t c = lexer->lookahead;
  if (scanner->flags & NAMES_VARIABLE && valid[INTERPOLATION_VARIABLE] && (is_word(c) || c == ':')) {
    return scan_interpolation_variable(scanner, lexer);
  }
  switch (c) {
    case '#':
      return scan_line_comment(lexer, newline);
    case '\'':
      return valid[SINGLE_QUOTED] && scan_single_quoted(lexer);
    case '(':
      if (newline || !valid[CALL_OPEN]) return false;
      advance(lexer);
      return accept(lexer, CALL_OPEN);
    case '{':
      if (!valid[SELECTOR_OPEN]) return false;
      advance(lexer);
      return accept(lexer, SELECTOR_OPEN);
    case '}':
      return valid[REGEX_AFTER] && scan_regex_after_brace(scanner, lexer);
    case '/':
      return scan_slash(scanner, lexer, valid);
    case '-': case '%':
      return (valid[TAG_CLOSE] || valid[RENDER_CLOSE] || valid[EPP_GAP]) && scan_tag_end(scanner, lexer, valid);
    case '@':
      if (!valid[HEREDOC_OPEN]) return false;
      advance(lexer);
      return lexer->lookahead == '(' && scan_heredoc_open(scanner, lexer);
    default:
      return is_lower(c) && scan_word(scanner, lexer, valid, at_margin);
  }
}

static bool scan(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  static const bool ANYWHERE[ERROR_SENTINEL + 1] = {[SINGLE_QUOTED] = true, [HEREDOC_OPEN] = true};
  bool lost = valid[ERROR_SENTINEL];
  if (lost) {
    valid = ANYWHERE; /* only what needs no context */
  } else {
    if (valid[FILE_START] && !(scanner->flags & STARTED)) {
      scanner->flags |= STARTED;
      return accept(lexer, FILE_START);
    }
    if (valid[FILE_END] && lexer->eof(lexer)) {
      if (valid[EPP_TEXT]) scanner->flags |= ENDED;
      return scanner->flags & ENDED && accept(lexer, FILE_END);
    }
    if (valid[EPP_TEXT]) return scan_epp_text(scanner, lexer);
    if (valid[HEREDOC_TAG]) return scan_heredoc_tag(lexer);
    if (valid[HEREDOC_TEXT]) return scanner->flags & TEXT_OPEN && scan_heredoc_text(scanner, lexer);
    if (valid[STRING_TEXT]) return scan_string_text(scanner, lexer, valid);
    if (valid[ACCESS_OPEN] && lexer->lookahead == '[') {
      advance(lexer);
      return accept(lexer, ACCESS_OPEN);
    }
  }
  bool waiting = scanner->size && !(scanner->flags & TEXT_OPEN);
  bool newline = false, at_margin = false;
  while (lexer->lookahead == '\n' || is_blank(lexer->lookahead)) {
    at_margin = lexer->lookahead == '\n';
    newline |= at_margin;
    lexer->advance(lexer, true);
    if (at_margin && waiting) return scan_heredoc_body_start(scanner, lexer);
  }
  if (lexer->eof(lexer)) return waiting && !lost && scan_heredoc_body_start(scanner, lexer);
  return scan_code(scanner, lexer, valid, newline, at_margin);
}

/* State ------------------------------------------------------------------------------------------------- */

static unsigned serialize(const Scanner *scanner, char *buffer) {
  if (!scanner->flags && !scanner->unended && !scanner->size) return 0;
  buffer[0] = (char)scanner->flags;
  buffer[1] = (char)scanner->unended;
  memcpy(buffer + 2, scanner->queue, scanner->size);
  return 2u + scanner->size;
}

static void deserialize(Scanner *scanner, const char *buffer, unsigned length) {
  scanner->flags = length ? (uint8_t)buffer[0] : 0;
  scanner->unended = length ? (uint8_t)buffer[1] : 0;
  scanner->size = length ? (uint16_t)(length - 2) : 0;
  if (length) memcpy(scanner->queue, buffer + 2, scanner->size);
}
