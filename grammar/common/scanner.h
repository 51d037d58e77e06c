/*
 * The external scanner of both dialects: what Puppet's lexer decides by context.
 *
 * The state (the heredocs whose text has not been read, and one flag) is kept below 1,024 bytes.
 */
#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum TokenType {
  STRING_TEXT,
  INTERPOLATION_OPEN,
  INTERPOLATION_VARIABLE,
  ACCESS_OPEN,
  CALL_OPEN,
  SELECTOR_OPEN,
  STATEMENT_FUNCTION,
  REGEX,
  DIVIDE,
  HEREDOC_OPEN,
  HEREDOC_BODY_START,
  HEREDOC_TEXT,
  HEREDOC_END,
  EPP_TEXT,
  EPP_GAP,
  RENDER_CLOSE,
  ERROR_SENTINEL,
};

#define MAX_HEREDOCS 8
#define MAX_TAG 96 /* code points */

typedef struct {
  uint8_t length;
  bool interpolates;
  bool escapes;        /* any escape is switched on: a backslash escapes a backslash */
  bool escapes_dollar; /* `\$` is text */
  bool open;           /* its text is being read */
  int32_t tag[MAX_TAG];
} Heredoc;

typedef struct {
  uint8_t count;
  bool names_variable; /* the word after the `${` just read is a variable */
  Heredoc heredocs[MAX_HEREDOCS];
} Scanner;

/* Characters -------------------------------------------------------------------------------------------- */

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline bool is_word(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static inline bool is_lower(int32_t c) { return c >= 'a' && c <= 'z'; }

/* White space but the newline: \r and Unicode's blanks. */
static inline bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

/* `$` was read: does a name of a variable follow? Advances over what it looks at. */
static bool starts_variable_name(TSLexer *lexer) {
  if (is_word(lexer->lookahead)) return true;
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return is_word(lexer->lookahead);
}

/* Skips white space and comments after the token's end was marked; true if a newline was among it. */
static bool look_past_space(TSLexer *lexer) {
  bool newline = false;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n') newline = true;
    if (c == '\n' || is_blank(c)) {
      advance(lexer);
    } else if (c == '#') {
      while (!lexer->eof(lexer) && lexer->lookahead != '\n') advance(lexer);
    } else {
      return newline;
    }
  }
}

/* Strings ----------------------------------------------------------------------------------------------- */


/* At `$`, in a string or heredoc with interpolation. */
typedef enum { DOLLAR_OPEN, DOLLAR_VARIABLE, DOLLAR_TEXT } Dollar;

static Dollar classify_dollar(TSLexer *lexer) {
  lexer->mark_end(lexer);
  advance(lexer);
  if (lexer->lookahead == '{') return DOLLAR_OPEN;
  return starts_variable_name(lexer) ? DOLLAR_VARIABLE : DOLLAR_TEXT;
}

/* `${`, at its brace: decides here whether the first word inside is the name of a variable, as Puppet does by the token
 * after it: the word stands alone, or `.` or an immediate `[` follows. */
static bool scan_interpolation_open(Scanner *scanner, TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  lexer->result_symbol = INTERPOLATION_OPEN;
  scanner->names_variable = false;
  look_past_space(lexer);
  int32_t c = lexer->lookahead;
  if (!(is_word(c) || c == ':') || (c >= 'A' && c <= 'Z')) return true;
  int32_t last = c;
  while (is_word(lexer->lookahead) || lexer->lookahead == ':' || lexer->lookahead == '-') {
    last = lexer->lookahead;
    advance(lexer);
  }
  if (last == '-' || last == ':') return true;
  bool immediate = lexer->lookahead == '[';
  look_past_space(lexer);
  c = lexer->lookahead;
  scanner->names_variable = immediate || c == '}' || c == '.';
  return true;
}

static bool scan_interpolation_variable(Scanner *scanner, TSLexer *lexer) {
  while (lexer->lookahead == '\n' || is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (!is_word(lexer->lookahead) && lexer->lookahead != ':') return false; /* a comment comes first */
  while (is_word(lexer->lookahead) || lexer->lookahead == ':' || lexer->lookahead == '-') advance(lexer);
  lexer->mark_end(lexer);
  scanner->names_variable = false;
  lexer->result_symbol = INTERPOLATION_VARIABLE;
  return true;
}

static bool scan_string_text(Scanner *scanner, TSLexer *lexer) {
  bool any = false;
  lexer->result_symbol = STRING_TEXT;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '"' || c == '\\') break;
    if (c == '$') {
      Dollar dollar = classify_dollar(lexer);
      if (dollar == DOLLAR_OPEN && !any) return scan_interpolation_open(scanner, lexer);
      if (dollar != DOLLAR_TEXT) return any;
    } else {
      advance(lexer);
    }
    any = true; /* what was looked at behind a `$` (`:`, `::`) is text too */
  }
  lexer->mark_end(lexer);
  return any;
}

/* Heredocs ---------------------------------------------------------------------------------------------- */

/* At `@`: reads `@(tag[:syntax][/escapes])` ahead; the token is `@(` alone. */
static bool scan_heredoc_open(Scanner *scanner, TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead != '(') return false;
  advance(lexer);
  lexer->mark_end(lexer);
  if (scanner->count == MAX_HEREDOCS) return false;
  Heredoc *heredoc = &scanner->heredocs[scanner->count];
  memset(heredoc, 0, sizeof(Heredoc));
  while (is_blank(lexer->lookahead)) advance(lexer);
  bool quoted = lexer->lookahead == '"';
  if (quoted) advance(lexer);
  unsigned length = 0;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == '\n' || c == '\r') return false;
    if (quoted ? c == '"' : (c == ':' || c == '/' || c == ')')) break;
    if (length == MAX_TAG) return false;
    heredoc->tag[length++] = c;
    advance(lexer);
  }
  if (quoted) advance(lexer);
  while (length && is_blank(heredoc->tag[length - 1])) length--;
  unsigned lead = 0;
  while (lead < length && is_blank(heredoc->tag[lead])) lead++;
  memmove(heredoc->tag, heredoc->tag + lead, (length - lead) * sizeof(int32_t));
  length -= lead;
  if (length == 0) return false;
  bool in_escapes = false, all = true;
  while (lexer->lookahead != ')') {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == '\n') return false;
    if (in_escapes && !is_blank(c)) all = false;
    if (in_escapes && c == '$') heredoc->escapes_dollar = true;
    if (c == '/') in_escapes = true;
    advance(lexer);
  }
  heredoc->length = (uint8_t)length;
  heredoc->interpolates = quoted;
  heredoc->escapes = in_escapes;
  heredoc->escapes_dollar = heredoc->escapes_dollar || (in_escapes && all);
  scanner->count++;
  lexer->result_symbol = HEREDOC_OPEN;
  return true;
}

/* Where a line may end a heredoc: `blank* [| blank*] [- blank*] TAG blank* end-of-line`, anywhere in a line.
 * True when it does; the token's end is marked behind the tag if `mark_behind`, else it stays before that stretch. */
static bool ends_here(const Heredoc *heredoc, TSLexer *lexer, bool mark_behind) {
  while (is_blank(lexer->lookahead)) advance(lexer);
  if (lexer->lookahead == '|') {
    advance(lexer);
    while (is_blank(lexer->lookahead)) advance(lexer);
  }
  if (lexer->lookahead == '-') {
    advance(lexer);
    while (is_blank(lexer->lookahead)) advance(lexer);
  }
  for (unsigned i = 0; i < heredoc->length; i++) {
    if (lexer->lookahead != heredoc->tag[i]) return false;
    advance(lexer);
  }
  if (mark_behind) lexer->mark_end(lexer);
  while (is_blank(lexer->lookahead)) advance(lexer);
  return lexer->eof(lexer) || lexer->lookahead == '\n';
}

static bool scan_heredoc_text(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  Heredoc *heredoc = &scanner->heredocs[0];
  bool any = false;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer)) break;
    bool candidate = is_blank(c) || c == '|' || c == '-' || c == heredoc->tag[0];
    if (candidate) {
      lexer->mark_end(lexer);
      if (ends_here(heredoc, lexer, !any)) {
        if (any) {
          lexer->result_symbol = HEREDOC_TEXT;
          return true;
        }
        if (!valid[HEREDOC_END]) return false;
        scanner->count--;
        memmove(scanner->heredocs, scanner->heredocs + 1, scanner->count * sizeof(Heredoc));
        lexer->result_symbol = HEREDOC_END;
        return true;
      }
      any = true;
      continue;
    }
    if (heredoc->interpolates && c == '$') {
      Dollar dollar = classify_dollar(lexer);
      if (dollar == DOLLAR_OPEN && !any) return scan_interpolation_open(scanner, lexer);
      if (dollar != DOLLAR_TEXT) {
        lexer->result_symbol = HEREDOC_TEXT;
        return any;
      }
      any = true;
      continue;
    }
    if (heredoc->escapes && c == '\\') {
      advance(lexer);
      any = true;
      if (lexer->lookahead == '\\' || (lexer->lookahead == '$' && heredoc->escapes_dollar)) advance(lexer);
      continue;
    }
    advance(lexer);
    any = true;
  }
  lexer->mark_end(lexer);
  lexer->result_symbol = HEREDOC_TEXT;
  return any;
}

/* Statement calls --------------------------------------------------------------------------------------- */

static const char *const STATEMENT_FUNCTIONS[] = {
    "require", "realize", "include", "contain", "tag",    "debug", "info", "notice",
    "warning", "err",     "fail",    "import",  "break", "next",  "return",
};

/* The word was read: does an argument follow, or does what follows go on with the word as an operand? */
static bool starts_argument(TSLexer *lexer) {
  bool spaced = lexer->lookahead == '\n' || is_blank(lexer->lookahead) || lexer->lookahead == '#';
  bool newline = look_past_space(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer)) return false;
  switch (c) {
    case '\'': case '"': case '$': case '@':
      return true;
    case '[':
      return spaced;
    case '(':
      return newline;
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
  char word[8] = {0};
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < sizeof(word) - 1) word[length] = (char)lexer->lookahead;
    length++;
    advance(lexer);
  }
  if (lexer->lookahead == '-' || lexer->lookahead == ':') return true;
  return !(strcmp(word, "in") == 0 || strcmp(word, "and") == 0 || strcmp(word, "or") == 0);
}

static bool scan_statement_function(TSLexer *lexer) {
  char word[9] = {0};
  unsigned length = 0;
  while (is_lower(lexer->lookahead) && length < sizeof(word) - 1) {
    word[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  if (is_word(lexer->lookahead) || lexer->lookahead == '-' || lexer->lookahead == ':') return false;
  bool known = false;
  for (unsigned i = 0; i < sizeof(STATEMENT_FUNCTIONS) / sizeof(*STATEMENT_FUNCTIONS); i++) {
    if (strcmp(word, STATEMENT_FUNCTIONS[i]) == 0) known = true;
  }
  if (!known) return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = STATEMENT_FUNCTION;
  return starts_argument(lexer);
}

/* Regular expressions ----------------------------------------------------------------------------------- */

/* At `/`: up to the next one with an even number of backslashes before it. */
static bool scan_regex(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead == '*') return false;
  lexer->mark_end(lexer);
  bool escaped = false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && !escaped) {
      lexer->mark_end(lexer);
      lexer->result_symbol = REGEX;
      return true;
    }
    escaped = c == '\\' && !escaped;
  }
  return false;
}

static bool scan_divide(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead == '*') return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = DIVIDE;
  return true;
}

/* EPP --------------------------------------------------------------------------------------------------- */

/* Text up to the next tag; `<%%` and `%%>` are text. */
static bool scan_epp_text(TSLexer *lexer) {
  bool any = false;
  lexer->result_symbol = EPP_TEXT;
  while (!lexer->eof(lexer)) {
    if (lexer->lookahead == '<') {
      lexer->mark_end(lexer);
      advance(lexer);
      if (lexer->lookahead == '%') {
        advance(lexer);
        if (lexer->lookahead != '%') return any;
        advance(lexer);
      }
    } else {
      advance(lexer);
    }
    any = true;
  }
  lexer->mark_end(lexer);
  return any;
}

/* The end of a `<%=` tag; or a tag's end and the next one's start with nothing rendered between them, which is
 * white space to the code. */
static bool scan_tag_end(TSLexer *lexer, const bool *valid) {
  bool trims = lexer->lookahead == '-';
  if (trims) advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead != '>') return false;
  advance(lexer);
  if (valid[RENDER_CLOSE]) {
    lexer->mark_end(lexer);
    lexer->result_symbol = RENDER_CLOSE;
    return true;
  }
  bool blanks = false;
  if (trims) {
    while (is_blank(lexer->lookahead)) advance(lexer);
    if (lexer->lookahead == '\n') advance(lexer);
  }
  while (is_blank(lexer->lookahead)) {
    advance(lexer);
    blanks = true;
  }
  if (lexer->lookahead != '<') return false;
  advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead == '-') {
    advance(lexer);
    blanks = false;
  }
  if (blanks || lexer->lookahead == '%' || lexer->lookahead == '=' || lexer->lookahead == '#') return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = EPP_GAP;
  return true;
}

/* All of it --------------------------------------------------------------------------------------------- */

static bool scan(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (valid[ERROR_SENTINEL]) return false;
  if (valid[EPP_TEXT]) return scan_epp_text(lexer);
  if (valid[HEREDOC_TEXT] || valid[HEREDOC_END]) {
    if (scanner->count == 0) return false;
    scanner->heredocs[0].open = true;
    return scan_heredoc_text(scanner, lexer, valid);
  }
  if (valid[STRING_TEXT]) return scan_string_text(scanner, lexer);
  if (scanner->names_variable && valid[INTERPOLATION_VARIABLE]) {
    return scan_interpolation_variable(scanner, lexer);
  }
  if (lexer->lookahead == '[' && valid[ACCESS_OPEN]) {
    advance(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = ACCESS_OPEN;
    return true;
  }

  bool newline = false;
  while (lexer->lookahead == '\n' || is_blank(lexer->lookahead)) {
    if (lexer->lookahead == '\n') newline = true;
    lexer->advance(lexer, true);
    if (newline && scanner->count && !scanner->heredocs[0].open && valid[HEREDOC_BODY_START]) {
      lexer->mark_end(lexer);
      scanner->heredocs[0].open = true;
      lexer->result_symbol = HEREDOC_BODY_START;
      return true;
    }
  }
  switch (lexer->lookahead) {
    case '(':
      if (newline || !valid[CALL_OPEN]) return false;
      advance(lexer);
      lexer->mark_end(lexer);
      lexer->result_symbol = CALL_OPEN;
      return true;
    case '{':
      if (!valid[SELECTOR_OPEN]) return false;
      advance(lexer);
      lexer->mark_end(lexer);
      lexer->result_symbol = SELECTOR_OPEN;
      return true;
    case '/':
      if (valid[DIVIDE]) return scan_divide(lexer);
      return valid[REGEX] && scan_regex(lexer);
    case '-': case '%':
      return valid[EPP_GAP] && scan_tag_end(lexer, valid);
    case '@':
      return valid[HEREDOC_OPEN] && scan_heredoc_open(scanner, lexer);
    default:
      return valid[STATEMENT_FUNCTION] && is_lower(lexer->lookahead) && scan_statement_function(lexer);
  }
}

/* State ------------------------------------------------------------------------------------------------- */

static unsigned serialize(const Scanner *scanner, char *buffer) {
  unsigned size = 0;
  buffer[size++] = (char)scanner->names_variable;
  for (unsigned i = 0; i < scanner->count; i++) {
    const Heredoc *heredoc = &scanner->heredocs[i];
    if (size + 2 + heredoc->length * 3u > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) break;
    buffer[size++] = (char)(heredoc->interpolates | heredoc->escapes << 1 | heredoc->escapes_dollar << 2 |
                            heredoc->open << 3);
    buffer[size++] = (char)heredoc->length;
    for (unsigned j = 0; j < heredoc->length; j++) {
      buffer[size++] = (char)(heredoc->tag[j] & 0xFF);
      buffer[size++] = (char)(heredoc->tag[j] >> 8 & 0xFF);
      buffer[size++] = (char)(heredoc->tag[j] >> 16 & 0xFF);
    }
  }
  return size;
}

static void deserialize(Scanner *scanner, const char *buffer, unsigned length) {
  memset(scanner, 0, sizeof(Scanner));
  if (length == 0) return;
  const uint8_t *bytes = (const uint8_t *)buffer;
  unsigned at = 0;
  scanner->names_variable = bytes[at++];
  while (at + 2 <= length && scanner->count < MAX_HEREDOCS) {
    Heredoc *heredoc = &scanner->heredocs[scanner->count++];
    uint8_t flags = bytes[at++];
    heredoc->interpolates = flags & 1;
    heredoc->escapes = flags & 2;
    heredoc->escapes_dollar = flags & 4;
    heredoc->open = flags & 8;
    heredoc->length = bytes[at++];
    for (unsigned j = 0; j < heredoc->length && at + 3 <= length; j++, at += 3) {
      heredoc->tag[j] = bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16;
    }
  }
}
