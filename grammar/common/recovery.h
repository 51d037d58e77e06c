/*
 * Broken text: where a string or a bracket that is never closed ends.
 *
 * A definition that begins its line is the landmark. Whether what comes before it really is unclosed is found by
 * reading the rest of the file: only if it adds up as code by itself, and not as the inside of what is open, is the open
 * end cut off there. So text that Puppet accepts is never cut.
 */
#ifndef PUPPET_RECOVERY_H
#define PUPPET_RECOVERY_H

#include "state.h"

typedef enum { IN_CODE, IN_LINE_COMMENT, IN_BLOCK_COMMENT, IN_SINGLE_QUOTES, IN_DOUBLE_QUOTES } Mode;

/* A rough reading of code: what is a string or a comment, and how deep braces are. */
typedef struct {
  Mode mode;
  int depth;
  int lowest;
  int32_t before; /* the character before; 0 where it was used up */
} Reading;

static void read_on(Reading *reading, int32_t c) {
  int32_t before = reading->before;
  reading->before = c;
  switch (reading->mode) {
    case IN_CODE:
      if (c == '#') reading->mode = IN_LINE_COMMENT;
      if (c == '\'') reading->mode = IN_SINGLE_QUOTES;
      if (c == '"') reading->mode = IN_DOUBLE_QUOTES;
      if (c == '*' && before == '/') reading->mode = IN_BLOCK_COMMENT;
      if (c == '{') reading->depth++;
      if (c == '}') reading->depth--;
      if (reading->depth < reading->lowest) reading->lowest = reading->depth;
      break;
    case IN_LINE_COMMENT:
      if (c == '\n') reading->mode = IN_CODE;
      break;
    case IN_BLOCK_COMMENT:
      if (c == '/' && before == '*') reading->mode = IN_CODE;
      break;
    case IN_SINGLE_QUOTES:
    case IN_DOUBLE_QUOTES:
      if (before == '\\') {
        reading->before = 0;
      } else if (c == (reading->mode == IN_SINGLE_QUOTES ? '\'' : '"')) {
        reading->mode = IN_CODE;
      }
      break;
  }
}

static bool adds_up(const Reading *reading) {
  bool closed = reading->mode == IN_CODE || reading->mode == IN_LINE_COMMENT;
  return closed && reading->depth == 0 && reading->lowest == 0;
}

/* Whether the word just read is the keyword of a definition. */
static bool is_definition(TSLexer *lexer, const char *word) {
  static const char *const KEYWORDS[] = {"class", "define", "node", "function", NULL};
  if (lexer->lookahead != ' ' || !is_one_of(word, KEYWORDS)) return false;
  while (lexer->lookahead == ' ') advance(lexer);
  int32_t c = lexer->lookahead;
  return is_word(c) || c == ':' || c == '\'' || c == '"' || c == '/';
}

/* Right behind a newline: does a definition begin? Reads its keyword. */
static bool at_definition(TSLexer *lexer) {
  char word[10];
  if (!is_lower(lexer->lookahead)) return false;
  read_word(lexer, word, sizeof(word));
  return is_definition(lexer, word);
}

/* Behind the keyword of a definition at a line's start, in a string (`quote`) or in brackets (`quote` is 0): does what is
 * open end before it? Reads to the end of the file. */
static bool begins_afresh(TSLexer *lexer, int32_t quote) {
  Reading fresh = {IN_CODE, 0, 0, 0};
  Reading inside = {quote == '\'' ? IN_SINGLE_QUOTES : quote ? IN_DOUBLE_QUOTES : IN_CODE, 0, 0, 0};
  for (; !lexer->eof(lexer); advance(lexer)) {
    read_on(&fresh, lexer->lookahead);
    if (quote) read_on(&inside, lexer->lookahead);
  }
  if (!adds_up(&fresh)) return false;
  return !quote || inside.mode == IN_SINGLE_QUOTES || inside.mode == IN_DOUBLE_QUOTES;
}

#endif
