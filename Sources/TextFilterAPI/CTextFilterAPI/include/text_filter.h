/*
 * text_filter.h: a filter of the command `filter`, written in C.
 *
 * It is what TextFilter and TextTransform are in Swift. A plugin contributes a table of functions:
 *
 *   static text_filter capitals = {sizeof(text_filter), NULL, "capitals", …};
 *
 *   CLEANSE_VALUE_WITH("text_filter *", CLEANSE_CONTRIBUTE, text_filter *, &capitals);
 *
 * or a function that makes one: CLEANSE_BIND("text_filter *make(int32 shift @caesar.shift)", …).
 *
 * Include cleanse_plugin.h too, for cleanse_error. This header is C99 and compiles as C++. No
 * exception of any language may leave the functions of the tables.
 */
#ifndef TEXT_FILTER_H
#define TEXT_FILTER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cleanse_error;

/* What a pass writes to; valid until the function returns that it was handed to. */
typedef struct text_output text_output;
struct text_output {
  size_t size;
  /* Adds the bytes, which are copied. */
  void (*append)(text_output *output, const void *bytes, size_t count);
};

/* Adds the text up to its null; nothing for a null pointer. */
static inline void text_append(text_output *output, const char *text) {
  if (text) output->append(output, text, strlen(text));
}

/*
 * A line, or a part of one that is longer than 1 MiB: such a line comes in pieces of exactly that
 * size and a last, shorter one. The cuts may fall inside of a character. Everything in it is valid
 * until the function returns that it was handed to.
 */
typedef struct text_piece {
  size_t size; /* sizeof(text_piece), as the host was compiled */
  const uint8_t *text; /* without the line's ending; may be null where count is 0 */
  size_t count;
  /*
   * What ends the line, to be written behind it: "\n", "\r\n", or "" where the text is over. Null
   * where the line goes on in the next piece.
   */
  const char *ending;
  int32_t is_first; /* whether the line begins with this piece */
} text_piece;

/*
 * A kind of change to a text. The table and the two texts stay where they are until `destroy` is
 * called.
 *
 * Any thread may begin a pass, several at once. Each pass is used by one thread at a time.
 */
typedef struct text_filter {
  size_t size; /* sizeof(text_filter), as the plugin was compiled */
  void *state; /* handed to the functions */
  const char *name;    /* what the user types: lower-case letters, digits and hyphens */
  const char *summary; /* what it does and which argument it takes, in one line */
  /*
   * Begins a pass over one text and returns what the other functions get as `pass`, which may be
   * null. `argument` is what the user wrote behind the name, as `72` in `wrap:72`, or null; it is
   * valid until the function returns. One that makes no sense is told with `error->fail`, in a line
   * that says what was wrong, and what would have been right; there is no pass then.
   */
  void *(*begin)(void *state, const char *argument, struct cleanse_error *error);
  /*
   * Takes the next piece and writes what becomes of it, with the line's ending. What is not valid
   * UTF-8 passes unchanged. `error->fail` ends the pass.
   */
  void (*transform)(
    void *pass, const text_piece *piece, text_output *output, struct cleanse_error *error);
  /* Writes what was held back: the text is over. Called once, if nothing failed; may be null. */
  void (*finish)(void *pass, text_output *output, struct cleanse_error *error);
  /* Ends a pass, whether it was finished or not. Called once for each; may be null. */
  void (*end)(void *pass);
  /*
   * Called when nobody uses what a function made any more, once for each time that it made
   * something; null for a table that was bound as a value, and where there is nothing to do.
   */
  void (*destroy)(void *state);
} text_filter;

#ifdef __cplusplus
}
#endif

#endif
