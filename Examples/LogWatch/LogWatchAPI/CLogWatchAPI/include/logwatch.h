/*
 * logwatch.h: the C interface of a parser of log files, which corresponds to LineParser in Swift. A plugin contributes a
 * table of functions:
 *
 *   CLEANSE_BIND("log_parser *make_parser(string level @option.levelKey)", make_parser, CLEANSE_CONTRIBUTE);
 */
#ifndef LOGWATCH_H
#define LOGWATCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The levels of entries, in increasing order. */
enum { LOG_LEVEL_DEBUG, LOG_LEVEL_INFO, LOG_LEVEL_WARNING, LOG_LEVEL_ERROR };

/* An entry. The message is a part of the line. */
typedef struct log_entry {
  size_t size; /* sizeof(log_entry), as the application was compiled */
  int32_t level;
  const char *message;
  size_t message_count;
} log_entry;

typedef struct log_parser {
  size_t size; /* sizeof(log_parser), as the plugin was compiled */
  void *state;
  /* Called when the table is no longer used; may be null. */
  void (*destroy)(void *state);
  /*
   * Reads a line of UTF-8, without its line feed and without a null, and fills in the entry. Returns 1, or 0 for a line of
   * another format. May be called on any thread.
   */
  int32_t (*parse)(void *state, const char *line, size_t count, log_entry *entry);
} log_parser;

#ifdef __cplusplus
}
#endif

#endif
