/* Heredocs: the tags wait in a queue until the line of the tag ends, where their texts begin. */
#ifndef PUPPET_HEREDOCS_H
#define PUPPET_HEREDOCS_H

#include "state.h"
#include "strings.h"

static unsigned encode(int32_t c, uint8_t *bytes) {
  if (c < 0x80) {
    bytes[0] = (uint8_t)c;
    return 1;
  }
  if (c < 0x800) {
    bytes[0] = (uint8_t)(0xC0 | c >> 6);
    bytes[1] = (uint8_t)(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    bytes[0] = (uint8_t)(0xE0 | c >> 12);
    bytes[1] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
    bytes[2] = (uint8_t)(0x80 | (c & 0x3F));
    return 3;
  }
  bytes[0] = (uint8_t)(0xF0 | c >> 18);
  bytes[1] = (uint8_t)(0x80 | (c >> 12 & 0x3F));
  bytes[2] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
  bytes[3] = (uint8_t)(0x80 | (c & 0x3F));
  return 4;
}

/* Opening ----------------------------------------------------------------------------------------------- */

/* `@` was read, at `(`: reads `(tag[:syntax][/escapes])` ahead and queues it; the token is `@(` alone. */
static bool scan_heredoc_open(Scanner *scanner, TSLexer *lexer) {
  uint8_t tag[256], flags = 0;
  advance(lexer);
  accept(lexer, HEREDOC_OPEN);
  uint8_t *name = tag;
  unsigned length = 0;
  pass_blanks(lexer);
  for (; length < 252; advance(lexer)) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == '\n' || c == '\r' || c == ':' || c == '/' || c == ')') break;
    length += encode(c, tag + length);
  }
  while (length && (tag[length - 1] == ' ' || tag[length - 1] == '\t')) length--;
  if (length >= 2 && tag[0] == '"' && tag[length - 1] == '"') {
    flags |= INTERPOLATES;
    name++, length -= 2;
    while (length && (*name == ' ' || *name == '\t')) name++, length--;
    while (length && (name[length - 1] == ' ' || name[length - 1] == '\t')) length--;
  }
  bool in_escapes = false, all = true;
  while (lexer->lookahead != ')') {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == '\n') return true;
    if (in_escapes && !is_blank(c)) all = false;
    if (in_escapes && c == '$') flags |= ESCAPES_DOLLAR;
    in_escapes |= c == '/';
    advance(lexer);
  }
  if (in_escapes && all) flags |= ESCAPES_DOLLAR;
  if (length == 0 || scanner->size + 2 + length > QUEUE_SIZE) return true;
  uint8_t *entry = scanner->queue + scanner->size;
  entry[0] = flags;
  entry[1] = (uint8_t)length;
  memcpy(entry + 2, name, length);
  scanner->size += (uint16_t)(2 + length);
  return true;
}

/* The tag itself, for the tree; an empty one is none. */
static bool scan_heredoc_tag(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  bool quoted = lexer->lookahead == '"', any = false, named = false, closed = false;
  for (;; any = true) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == '\n' || c == '\r' || c == ':' || c == '/' || c == ')') break;
    advance(lexer);
    if (is_blank(c)) continue;
    lexer->mark_end(lexer);
    closed = any && c == '"';
    named |= c != '"';
  }
  lexer->result_symbol = HEREDOC_TAG;
  return named || (any && !(quoted && closed));
}

/* Text -------------------------------------------------------------------------------------------------- */

typedef enum { LINE_PLAIN, LINE_WITH_DOLLAR, LINE_ENDS_TEXT } Line;

/* Reads one line with its newline. It ends the text if it ends with the tag and blanks, whatever comes before. */
static Line read_line(const uint8_t *heredoc, TSLexer *lexer) {
  const uint8_t *tag = heredoc + 2;
  unsigned length = heredoc[1], matched = 0;
  uint8_t shorter[256]; /* of a prefix of the tag: the longest other prefix that it ends with */
  shorter[0] = shorter[1] = 0;
  for (unsigned i = 1, k = 0; i < length; i++) {
    while (k && tag[i] != tag[k]) k = shorter[k];
    if (tag[i] == tag[k]) k++;
    shorter[i + 1] = (uint8_t)k;
  }
  bool ends = false, dollar = false;
  for (; !lexer->eof(lexer) && lexer->lookahead != '\n'; advance(lexer)) {
    int32_t c = lexer->lookahead;
    uint8_t bytes[4];
    unsigned count = encode(c, bytes);
    dollar |= c == '$';
    ends &= is_blank(c);
    for (unsigned i = 0; i < count; i++) {
      if (matched == length) matched = shorter[matched];
      while (matched && bytes[i] != tag[matched]) matched = shorter[matched];
      if (bytes[i] == tag[matched]) matched++;
      ends |= matched == length;
    }
  }
  if (ends) return LINE_ENDS_TEXT;
  if (!lexer->eof(lexer)) advance(lexer);
  return dollar && (heredoc[0] & INTERPOLATES) ? LINE_WITH_DOLLAR : LINE_PLAIN;
}

static void drop_heredoc(Scanner *scanner) {
  unsigned length = 2u + scanner->queue[1];
  scanner->size = (uint16_t)(scanner->size - length);
  memmove(scanner->queue, scanner->queue + length, scanner->size);
  scanner->flags &= ~(TEXT_OPEN | LINE_CHECKED);
}

/* Behind the newline where the text begins, or at the end of the file. A text that no line ends has nothing in it, so that
 * what follows is still read as code. */
static bool scan_heredoc_body_start(Scanner *scanner, TSLexer *lexer) {
  accept(lexer, HEREDOC_BODY_START);
  if (scanner->unended == MOST_UNENDED) {
    drop_heredoc(scanner);
    return true;
  }
  Line first = read_line(scanner->queue, lexer), line = first;
  while (line != LINE_ENDS_TEXT && !lexer->eof(lexer)) line = read_line(scanner->queue, lexer);
  if (line != LINE_ENDS_TEXT) {
    scanner->unended++;
    drop_heredoc(scanner);
    return true;
  }
  scanner->flags |= TEXT_OPEN;
  if (first == LINE_WITH_DOLLAR) scanner->flags |= LINE_CHECKED;
  return true;
}

static bool scan_heredoc_text(Scanner *scanner, TSLexer *lexer) {
  const uint8_t *heredoc = scanner->queue;
  bool any = false;
  scanner->flags &= ~REGEX_NEXT;
  lexer->result_symbol = HEREDOC_TEXT;
  while (!lexer->eof(lexer)) {
    if (!(scanner->flags & LINE_CHECKED)) {
      lexer->mark_end(lexer);
      Line line = read_line(heredoc, lexer);
      if (line == LINE_ENDS_TEXT && any) return true;
      if (line == LINE_ENDS_TEXT) {
        drop_heredoc(scanner);
        return accept(lexer, HEREDOC_END);
      }
      if (line == LINE_WITH_DOLLAR) {
        scanner->flags |= LINE_CHECKED;
        return any;
      }
    } else if (lexer->lookahead == '$') {
      Dollar dollar = classify_dollar(lexer);
      if (dollar == DOLLAR_OPEN && !any) return scan_interpolation_open(scanner, lexer);
      if (dollar != DOLLAR_TEXT) return any;
    } else {
      int32_t c = lexer->lookahead;
      advance(lexer);
      if (c == '\n') scanner->flags &= ~LINE_CHECKED;
      if (c == '\\' && heredoc[0] & ESCAPES_DOLLAR && (lexer->lookahead == '\\' || lexer->lookahead == '$')) {
        advance(lexer);
      }
    }
    any = true;
  }
  lexer->mark_end(lexer);
  return any;
}

#endif
