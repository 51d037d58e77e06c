/* Functions that are called without parentheses. */
#ifndef PUPPET_CALLS_H
#define PUPPET_CALLS_H

#include "state.h"

/* The word was read: does an argument follow, or does what follows go on with the word as an operand? */
static bool starts_argument(TSLexer *lexer) {
  static const char *const OPERATORS[] = {"in", "and", "or", NULL};
  Passed passed = look_past_space(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer) || passed.division) return false;
  switch (c) {
    case '\'': case '"': case '$': case '@':
      return true;
    case '[':
      return passed.space;
    case '(':
      return passed.newline;
    case '!':
      advance(lexer);
      return lexer->lookahead != '=' && lexer->lookahead != '~';
    case ':':
      advance(lexer);
      if (lexer->lookahead != ':') return false;
      advance(lexer);
      return is_word(lexer->lookahead);
    default:
      break;
  }
  if (!is_word(c)) return false;
  char word[8];
  read_word(lexer, word, sizeof(word));
  return lexer->lookahead == '-' || lexer->lookahead == ':' || !is_one_of(word, OPERATORS);
}

/* Whether the word just read is such a function, and called. */
static bool scan_statement_function(TSLexer *lexer, const char *word) {
  static const char *const FUNCTIONS[] = {
      "require", "realize", "include", "contain", "tag",   "debug", "info",   "notice",
      "warning", "err",     "fail",    "import",  "break", "next",  "return", NULL,
  };
  if (lexer->lookahead == '-' || lexer->lookahead == ':' || !is_one_of(word, FUNCTIONS)) return false;
  accept(lexer, STATEMENT_FUNCTION);
  return starts_argument(lexer);
}

#endif
