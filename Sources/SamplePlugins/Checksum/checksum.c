/*
 * Shows: a plugin in C that uses a C library: a filter and a command, each a table of functions.
 *
 *   cc -shared -fPIC -I Sources/CCleansePlugin/include -I Sources/TextFilterAPI/CTextFilterAPI/include \
 *     -o libChecksum.so Sources/SamplePlugins/Checksum/checksum.c -lz
 */
#include <cleanse_plugin.h>
#include <text_filter.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/* ---- The filter checksum ---- */

/* The state of a pass: the options in the argument, and the sums of the text so far. */
typedef struct checksum_pass {
  bool writes_text, writes_crc32, writes_adler32;
  bool is_open; /* whether the text so far ends without a line feed */
  uint32_t crc32, adler32;
} checksum_pass;

static bool is_word(const char *text, size_t size, const char *word) {
  return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* Reads an argument such as `crc32+only`; returns false if it contains an unknown word. */
static bool read_argument(checksum_pass *pass, const char *argument) {
  pass->writes_text = true;
  for (const char *word = argument; word;) {
    const size_t size = strcspn(word, "+");
    if (is_word(word, size, "crc32")) {
      pass->writes_crc32 = true;
    } else if (is_word(word, size, "adler32")) {
      pass->writes_adler32 = true;
    } else if (is_word(word, size, "only")) {
      pass->writes_text = false;
    } else {
      return false;
    }
    word = word[size] ? word + size + 1 : NULL;
  }
  if (!pass->writes_crc32 && !pass->writes_adler32) {
    pass->writes_crc32 = pass->writes_adler32 = true;
  }
  return true;
}

static void *begin_checksum(void *state, const char *argument, cleanse_error *error) {
  (void)state;
  checksum_pass *pass = calloc(1, sizeof *pass);
  if (!pass) {
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  if (!read_argument(pass, argument)) {
    char message[160];
    snprintf(
      message, sizeof message, "takes `crc32`, `adler32` and `only`, joined by `+`, not '%.64s'",
      argument);
    CLEANSE_FAIL(error, message);
    free(pass);
    return NULL;
  }
  pass->crc32 = (uint32_t)crc32_z(0, NULL, 0);
  pass->adler32 = (uint32_t)adler32_z(0, NULL, 0);
  return pass;
}

/* Returns early because zlib resets the sum when it is passed a null pointer. */
static void add(checksum_pass *pass, const void *bytes, size_t count) {
  if (count == 0) return;
  pass->crc32 = (uint32_t)crc32_z(pass->crc32, bytes, count);
  pass->adler32 = (uint32_t)adler32_z(pass->adler32, bytes, count);
}

static void transform_checksum(
  void *state, const text_piece *piece, text_output *output, cleanse_error *error) {
  (void)error;
  checksum_pass *pass = state;
  add(pass, piece->text, piece->count);
  if (piece->ending) add(pass, piece->ending, strlen(piece->ending));
  pass->is_open = !piece->ending || !*piece->ending;
  if (pass->writes_text) {
    output->append(output, piece->text, piece->count);
    text_append(output, piece->ending);
  }
}

static void write_sum(text_output *output, const char *name, uint32_t sum) {
  char line[32];
  snprintf(line, sizeof line, "%s %08" PRIx32 "\n", name, sum);
  text_append(output, line);
}

static void finish_checksum(void *state, text_output *output, cleanse_error *error) {
  (void)error;
  const checksum_pass *pass = state;
  if (pass->writes_text && pass->is_open) text_append(output, "\n");
  if (pass->writes_crc32) write_sum(output, "crc32", pass->crc32);
  if (pass->writes_adler32) write_sum(output, "adler32", pass->adler32);
}

static text_filter checksum = {
  sizeof(text_filter),
  NULL,
  NULL,
  "checksum",
  "adds lines with CRC-32 and Adler-32, or writes these only: checksum:crc32+adler32+only",
  begin_checksum,
  transform_checksum,
  finish_checksum,
  free,
};

/* ---- The command crc ---- */

static int32_t run_crc(
  void *state, size_t argument_count, const char *const *arguments, cleanse_streams *streams,
  cleanse_error *error) {
  (void)state;
  (void)arguments;
  if (argument_count > 0) {
    CLEANSE_FAIL(error, "it takes no arguments; it reads its standard input");
    return 2;
  }
  unsigned char block[1 << 16];
  uint32_t sum = (uint32_t)crc32_z(0, NULL, 0);
  int64_t count;
  while ((count = streams->read(streams, block, sizeof block)) > 0) {
    sum = (uint32_t)crc32_z(sum, block, (size_t)count);
  }
  if (count < 0) return 1;
  char line[16];
  const int size = snprintf(line, sizeof line, "%08" PRIx32 "\n", sum);
  return streams->write(streams, line, (size_t)size) == CLEANSE_OK ? 0 : 1;
}

static cleanse_command crc = {
  sizeof(cleanse_command), NULL, NULL, "crc", "prints the CRC-32 of its input", run_crc,
};

CLEANSE_PLUGIN_WITH(
  "org.cleanse.samples.checksum", "1.0.0", "Checksums of texts and of any input, with zlib",
  "The Cleanse authors", CLEANSE_CONTRIBUTES(["Command", "TextFilter"])) {
  CLEANSE_VALUE_WITH("text_filter *", CLEANSE_CONTRIBUTE, text_filter *, &checksum);
  CLEANSE_VALUE_WITH("cleanse_command *", CLEANSE_CONTRIBUTE, cleanse_command *, &crc);
}
