/*
 * text_filter.h: the C interface of a text filter for the command `filter`.
 *
 * It corresponds to TextFilter and TextTransform in Swift. A plugin contributes a table of functions:
 *
 *   static text_filter capitals = {sizeof(text_filter), NULL, NULL, "capitals", …};
 *
 *   CLEANSE_VALUE_WITH("text_filter *", CLEANSE_CONTRIBUTE, text_filter *, &capitals);
 *
 * or a function that returns one: CLEANSE_BIND("text_filter *make(int32 shift @caesar.shift)", …).
 *
 * Include cleanse_plugin.h before, for cleanse_error and the version of the contract. This header is C99 and compiles
 * as C++. The functions of the tables must not throw exceptions of any language.
 */
#ifndef TEXT_FILTER_H
#define TEXT_FILTER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version in contract.json. The module for Swift does not need it, as it is a part of the library. */
#ifdef CLEANSE_CONTRACT
CLEANSE_CONTRACT(text_filter, "org.cleanse.samples.text-filter", "1.0.0")
#endif

struct cleanse_error;

/* The output of a pass. Valid until the function that received it returns. */
typedef struct text_output text_output;
struct text_output {
  size_t size;
  /* Appends the bytes, which are copied. */
  void (*append)(text_output *output, const void *bytes, size_t count);
};

/* Appends a null-terminated text. Does nothing for a null pointer. */
static inline void text_append(text_output *output, const char *text) {
  if (text) output->append(output, text, strlen(text));
}

/*
 * A line, or a part of a line that is longer than 1 MiB. Such a line comes in pieces of exactly that size and a
 * last, shorter one. A piece may end within a character. All members are valid until the function that received
 * the piece returns.
 */
typedef struct text_piece {
  size_t size; /* sizeof(text_piece), as the host was compiled */
  const uint8_t *text; /* without the line ending; may be null if count is 0 */
  size_t count;
  /*
   * The line ending, to be written after the line: "\n", "\r\n", or "" at the end of the text. Null if the
   * line continues in the next piece.
   */
  const char *ending;
  int32_t is_first; /* whether the line begins with this piece */
} text_piece;

/*
 * A text filter, such as one that wraps lines. The table and its two texts must stay valid until `destroy` is
 * called.
 *
 * Any thread may begin a pass, and several passes may run at the same time. Each pass is used by one thread at a
 * time.
 */
typedef struct text_filter {
  size_t size; /* sizeof(text_filter), as the plugin was compiled */
  void *state; /* passed to the functions */
  /*
   * Called when a table that a function returned is no longer used, once for each table. Null for a table that
   * was bound as a value, or if there is nothing to release.
   */
  void (*destroy)(void *state);
  const char *name;    /* typed by the user: lower-case letters, digits and hyphens */
  const char *summary; /* the effect of the filter and its argument, in one line */
  /*
   * Begins a pass over one text. The result is passed to the other functions as `pass`; it may be null.
   * `argument` is the text after the name, as `72` in `wrap:72`, or null; it is valid until the function returns.
   * The function reports an invalid argument with `error->fail`, in one line that names the mistake and the fix;
   * the pass does not begin then.
   */
  void *(*begin)(void *state, const char *argument, struct cleanse_error *error);
  /*
   * Transforms the next piece and writes the result with the line ending. Bytes that are not valid UTF-8 have to
   * be written unchanged. `error->fail` ends the pass.
   */
  void (*transform)(
    void *pass, const text_piece *piece, text_output *output, struct cleanse_error *error);
  /* Writes buffered output at the end of the text. Called once, unless the pass failed; may be null. */
  void (*finish)(void *pass, text_output *output, struct cleanse_error *error);
  /* Releases a pass, whether or not it was finished. Called once for each pass; may be null. */
  void (*end)(void *pass);
} text_filter;

#ifdef __cplusplus
}
#endif

#endif
