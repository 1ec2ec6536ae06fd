#include <cleanse_plugin.h>
#include <string.h>

/* Writes a text to the output. The host reports a failure. */
static int32_t put(cleanse_streams *streams, const char *text) {
  return streams->write(streams, text, strlen(text));
}

/* What `@HOST@ run plugins -- @NAME@ [NAME]` does. Returns the exit status. */
static int32_t run(void *state, size_t argument_count, const char *const *arguments,
                   cleanse_streams *streams, cleanse_error *error) {
  (void)state;
  if (argument_count > 1) {
    CLEANSE_FAIL(error, "it takes one name");
    return 2;  /* a wrong command line */
  }
  if (put(streams, "Hello, ") != CLEANSE_OK) return 1;
  if (put(streams, argument_count == 1 ? arguments[0] : "world") != CLEANSE_OK) return 1;
  return put(streams, "!\n") == CLEANSE_OK ? 0 : 1;
}

/* The factory of the command. It needs no memory that `destroy` would release. */
static cleanse_command *make_@SYMBOL@(void) {
  static cleanse_command command = {
    sizeof command, NULL, NULL, "@NAME@", "Prints a greeting", run};
  return &command;
}

CLEANSE_PLUGIN_WITH(
  "@IDENTIFIER@", "0.1.0", "Prints a greeting", "@AUTHOR@",
  CLEANSE_CONTRIBUTES({"Command": [{"name": "@NAME@", "summary": "Prints a greeting"}]})) {
  CLEANSE_BIND("cleanse_command *make_@SYMBOL@()", make_@SYMBOL@, CLEANSE_CONTRIBUTE);
}
