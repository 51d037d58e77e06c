/* Feeds a parser and its scanner any bytes: a parse, an edit, a second parse, as an editor would.
 * The first byte chooses the place of the edit. Built by `make fuzz`. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

extern const TSLanguage *LANGUAGE(void);

static TSPoint point_at(const char *text, uint32_t offset) {
  TSPoint point = {0, 0};
  for (uint32_t i = 0; i < offset; i++) {
    point.column++;
    if (text[i] == '\n') point = (TSPoint){point.row + 1, 0};
  }
  return point;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const char *text = (const char *)data + 1;
  uint32_t length = (uint32_t)(size - 1);
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, LANGUAGE());
  TSTree *tree = ts_parser_parse_string(parser, NULL, text, length);

  uint32_t at = (uint32_t)((uint64_t)data[0] * length / 256);
  char *edited = malloc(length);
  memcpy(edited, text, at);
  memcpy(edited + at, text + at + 1, length - at - 1);
  TSPoint start = point_at(text, at), end = point_at(text, at + 1);
  TSInputEdit edit = {at, at + 1, at, start, end, start};
  ts_tree_edit(tree, &edit);
  TSTree *again = ts_parser_parse_string(parser, tree, edited, length - 1);

  ts_tree_delete(again);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
  free(edited);
  return 0;
}
