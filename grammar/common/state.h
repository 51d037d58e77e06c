/* The tokens of the external scanner, its state, and what all of its parts use. */
#ifndef PUPPET_STATE_H
#define PUPPET_STATE_H

#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* In the order of `externals` in define-grammar.js. */
enum TokenType {
  SINGLE_QUOTED,
  UNCLOSED_SINGLE_QUOTED,
  QUOTE_TEXT,
  STRING_TEXT,
  STRING_CUT,
  INTERPOLATION_OPEN,
  INTERPOLATION_VARIABLE,
  ACCESS_OPEN,
  CALL_OPEN,
  SELECTOR_OPEN,
  STATEMENT_FUNCTION,
  REGEX,
  DIVIDE,
  REGEX_AFTER,
  HEREDOC_OPEN,
  HEREDOC_TAG,
  HEREDOC_BODY_START,
  HEREDOC_TEXT,
  HEREDOC_END,
  IMPLIED_CLOSE,
  FILE_START,
  FILE_END,
  EPP_TEXT,
  EPP_COMMENT,
  EPP_GAP,
  RENDER_OPEN,
  RENDER_CLOSE,
  TAG_CLOSE,
  TAG_CLOSE_TRIM,
  COMMENT,
  NEVER, /* gives tokens a rule of their own */
  ERROR_SENTINEL,
};

enum Flag {
  NAMES_VARIABLE = 1, /* the word after the `${` just read is a variable */
  REGEX_NEXT = 2,     /* the `/` after the `}` or keyword here begins a regular expression */
  TEXT_OPEN = 4,      /* the text of the first heredoc of the queue is being read */
  LINE_CHECKED = 8,   /* the rest of the current line belongs to that text */
  CUT_STRING = 16,    /* the string that is being read was never closed, and ends here */
  RENDERING = 32,     /* between `<%=` and `%>` */
  STARTED = 64,       /* the file's start was told, in a template */
  ENDED = 128,        /* its end was told, within text */
};

/* The queue holds the heredocs whose text has not ended, first one first. Each is a byte of HeredocFlags, the length of
 * its tag in bytes, and the tag in UTF-8. */
#define QUEUE_SIZE (TREE_SITTER_SERIALIZATION_BUFFER_SIZE - 2)

/* After so many heredocs that no line ends, no text is sought for any other: each search goes to the end of the file. */
#define MOST_UNENDED 16

enum HeredocFlag {
  INTERPOLATES = 1,
  ESCAPES_DOLLAR = 2, /* `\$` is text */
};

typedef struct {
  uint8_t flags;
  uint8_t unended; /* how many heredocs so far no line ends, MOST_UNENDED at most */
  uint16_t size;
  uint8_t queue[QUEUE_SIZE];
} Scanner;

/* Characters -------------------------------------------------------------------------------------------- */

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline bool accept(TSLexer *lexer, enum TokenType token) {
  lexer->mark_end(lexer);
  lexer->result_symbol = (TSSymbol)token;
  return true;
}

static inline bool is_lower(int32_t c) { return c >= 'a' && c <= 'z'; }
static inline bool is_upper(int32_t c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_word(int32_t c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }

/* White space but the newline: \r and Unicode's blanks. */
static inline bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

static inline void pass_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

static inline void pass_line(TSLexer *lexer) {
  while (lexer->lookahead != '\n' && !(lexer->lookahead == 0 && lexer->eof(lexer))) advance(lexer);
}

/* `/` was read, at `*`; false if the comment is never closed. */
static bool pass_block_comment(TSLexer *lexer) {
  advance(lexer);
  for (int32_t before = 0; !lexer->eof(lexer);) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (before == '*' && c == '/') return true;
    before = c;
  }
  return false;
}

typedef struct {
  bool space;    /* any white space or comment */
  bool newline;  /* a newline outside block comments */
  bool division; /* a `/` was read that begins no comment */
} Passed;

/* Looks past white space and comments, behind the token's end. */
static Passed look_past_space(TSLexer *lexer) {
  Passed passed = {false, false, false};
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || is_blank(c)) {
      passed.newline |= c == '\n';
      advance(lexer);
    } else if (c == '#') {
      pass_line(lexer);
    } else if (c == '/') {
      advance(lexer);
      if (lexer->lookahead != '*') {
        passed.division = true;
        return passed;
      }
      pass_block_comment(lexer);
    } else {
      break;
    }
    passed.space = true;
  }
  return passed;
}

/* Reads a word of at most `size` - 1 characters into `word`; longer ones are cut. */
static void read_word(TSLexer *lexer, char *word, unsigned size) {
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < size - 1) word[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  word[length] = '\0';
}

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

#endif
