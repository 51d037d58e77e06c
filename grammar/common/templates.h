/* EPP: text, and the ends of tags. */
#ifndef PUPPET_TEMPLATES_H
#define PUPPET_TEMPLATES_H

#include "state.h"

static inline void pass_spaces(TSLexer *lexer) {
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t') advance(lexer);
}

/* What `-%>` strips: blanks and one line end. */
static void pass_trimmed(TSLexer *lexer) {
  pass_spaces(lexer);
  if (lexer->lookahead == '\r') advance(lexer);
  if (lexer->lookahead == '\n') advance(lexer);
}

/* `<%` was read, at `#`: a comment up to the `%>` of its own, which is no part of it; one that strips what follows takes
 * that with it. */
static bool scan_epp_comment(TSLexer *lexer) {
  int32_t before = '#';
  for (advance(lexer); !lexer->eof(lexer);) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '%' && before != '%' && lexer->lookahead == '>') {
      advance(lexer);
      if (before == '-') pass_trimmed(lexer);
      return accept(lexer, EPP_COMMENT);
    }
    before = c;
  }
  return false;
}

/* Text up to the next tag; `<%%` and `%%>` are text. Blanks alone before a `<%-` are none. */
static bool scan_epp_text(Scanner *scanner, TSLexer *lexer) {
  bool any = false, blank = true;
  lexer->result_symbol = EPP_TEXT;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '<') {
      lexer->mark_end(lexer);
      advance(lexer);
      if (lexer->lookahead == '%') {
        advance(lexer);
        if (lexer->lookahead == '-' && blank) return false;
        if (lexer->lookahead == '#' && !any) return scan_epp_comment(lexer);
        if (lexer->lookahead == '=' && !any) {
          advance(lexer);
          scanner->flags |= RENDERING;
          return accept(lexer, RENDER_OPEN);
        }
        if (lexer->lookahead != '%') return any;
        advance(lexer);
      }
    } else {
      advance(lexer);
    }
    blank &= c == ' ' || c == '\t';
    any = true;
  }
  lexer->mark_end(lexer);
  return any;
}

/* The end of a tag; or a tag's end and the next one's start with nothing rendered between them, which is white space to
 * the code. Between `<%=` and its end there is no other. */
static bool scan_tag_end(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  bool trims = lexer->lookahead == '-';
  if (trims) advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead != '>') return false;
  advance(lexer);
  if (scanner->flags & RENDERING) {
    scanner->flags &= ~RENDERING;
    return accept(lexer, RENDER_CLOSE);
  }
  accept(lexer, trims ? TAG_CLOSE_TRIM : TAG_CLOSE);
  if (!valid[EPP_GAP]) return true;
  if (trims) pass_trimmed(lexer);
  bool blanks = lexer->lookahead == ' ' || lexer->lookahead == '\t';
  pass_spaces(lexer);
  if (lexer->lookahead != '<') return true;
  advance(lexer);
  if (lexer->lookahead != '%') return true;
  advance(lexer);
  if (lexer->lookahead == '-') {
    advance(lexer);
    blanks = false;
  }
  if (blanks || lexer->lookahead == '%' || lexer->lookahead == '=' || lexer->lookahead == '#') return true;
  return accept(lexer, EPP_GAP);
}

#endif
