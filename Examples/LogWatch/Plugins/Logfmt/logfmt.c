/*
 * A parser of logfmt: pairs of keys and values, as in `level=error msg="the disk is full"`.
 *
 *   cc -shared -fPIC $(logwatch plugins sdk --cflags) -I LogWatchAPI/CLogWatchAPI/include \
 *     Plugins/Logfmt/logfmt.c -o libLogfmt.so
 */
#include <cleanse_plugin.h>
#include <logwatch.h>

#include <stdlib.h>
#include <string.h>

typedef struct logfmt {
  log_parser table;
  char *level_key, *message_key;
} logfmt;

/* Finds the value of a key: a quoted text without escapes, or a word. Returns null if there is none. */
static const char *find(const char *line, size_t count, const char *key, size_t *length) {
  const size_t key_length = strlen(key);
  const char *end = line + count;
  for (const char *pair = line; pair < end;) {
    if (*pair == ' ') {
      pair += 1;
      continue;
    }
    const char *equals = memchr(pair, '=', (size_t)(end - pair));
    if (!equals) return NULL;
    const char *value = equals + 1;
    const int is_quoted = value < end && *value == '"';
    value += is_quoted;
    const char *stop = memchr(value, is_quoted ? '"' : ' ', (size_t)(end - value));
    if (!stop) stop = end;
    if ((size_t)(equals - pair) == key_length && memcmp(pair, key, key_length) == 0) {
      *length = (size_t)(stop - value);
      return value;
    }
    pair = stop < end ? stop + is_quoted : end;
  }
  return NULL;
}

static int32_t level_of(const char *text, size_t count) {
  static const char *const names[] = {"debug", "info", "warning", "error"};
  for (int32_t level = 0; level < 4; level += 1) {
    /* `warn` and `err` are usual, too. */
    if (count >= 3 && count <= strlen(names[level]) && memcmp(text, names[level], count) == 0) return level;
  }
  return LOG_LEVEL_INFO;
}

static int32_t parse(void *state, const char *line, size_t count, log_entry *entry) {
  const logfmt *parser = state;
  size_t level_count = 0, message_count = 0;
  const char *level = find(line, count, parser->level_key, &level_count);
  const char *message = find(line, count, parser->message_key, &message_count);
  if (!level || !message) return 0;
  entry->level = level_of(level, level_count);
  entry->message = message;
  entry->message_count = message_count;
  return 1;
}

static void destroy(void *state) {
  logfmt *parser = state;
  free(parser->level_key);
  free(parser->message_key);
  free(parser);
}

static log_parser *make_parser(const char *level_key, const char *message_key, cleanse_error *error) {
  logfmt *made = calloc(1, sizeof *made);
  if (made) {
    made->level_key = strdup(level_key);
    made->message_key = strdup(message_key);
  }
  if (!made || !made->level_key || !made->message_key) {
    if (made) destroy(made);
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  made->table = (log_parser){sizeof(log_parser), made, destroy, parse};
  return &made->table;
}

CLEANSE_PLUGIN_WITH(
  "org.cleanse.examples.logwatch.logfmt", "1.0.0", "Reads log files in the format logfmt",
  "The Cleanse authors",
  CLEANSE_CONTRIBUTES(["LineParser"])
  CLEANSE_OPTIONS({
    "levelKey": {"type": "string", "default": "level", "summary": "The key of the level"},
    "messageKey": {"type": "string", "default": "msg", "summary": "The key of the message"}
  })) {
  CLEANSE_BIND(
    "log_parser *make_parser(borrowed string level @option.levelKey,"
    "  borrowed string message @option.messageKey) throws",
    make_parser, CLEANSE_CONTRIBUTE);
}
