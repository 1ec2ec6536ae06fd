/*
 * Shows: a factory in C that depends on values of many types, most of which a Swift plugin binds:
 * numbers, strings, bytes, arrays, a structure, optionals, and a provider. One is an option.
 *
 *   cc -shared -fPIC -I Sources/CCleansePlugin/include \
 *     -o libForm.so Sources/SamplePlugins/Form/form.c
 */
#include <cleanse_plugin.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct position {
  double latitude, longitude;
} position;

static position locate(double latitude, double longitude) {
  return (position){latitude, longitude};
}

/*
 * Returns the filled-in form. The signature says `owned`, so the host takes ownership of the text.
 * `observer` is `borrowed`, so it is only valid during the call.
 */
static const char *fill_in(
  const char *name, const char *observer, uint32_t number, int16_t elevation, position place,
  int8_t temperature, uint8_t humidity, float wind, uint16_t direction, double pressure,
  int32_t visibility, int64_t time, uint64_t serial, bool automatic, cleanse_bytes frame,
  cleanse_array gusts, cleanse_array remarks, const int32_t *snow, const float *sunshine,
  int32_t (*next_page)(void), int32_t decimals) {
  char *text;
  size_t size;
  FILE *form = open_memstream(&text, &size);
  if (!form) return NULL;
  fprintf(form, "station      %s (%" PRIu32 "), %" PRId16 " m\n", name, number, elevation);
  fprintf(
    form, "position     %.*f %.*f\n", (int)decimals, place.latitude, (int)decimals, place.longitude);
  fprintf(form, "observer     %s%s\n", observer, automatic ? ", automatic" : "");
  fprintf(form, "temperature  %" PRId8 "\n", temperature);
  fprintf(form, "humidity     %" PRIu8 "\n", humidity);
  fprintf(form, "wind         %g from %" PRIu16 "\n", (double)wind, direction);
  fprintf(form, "pressure     %.4f\n", pressure);
  fprintf(form, "visibility   %" PRId32 "\n", visibility);
  fprintf(form, "time         %" PRId64 "\n", time);
  fprintf(form, "serial       %" PRIu64 "\n", serial);
  fprintf(form, "frame       ");
  for (size_t index = 0; index < frame.size; index += 1) fprintf(form, " %02x", frame.data[index]);
  fprintf(form, "\ngusts       ");
  for (size_t index = 0; index < gusts.count; index += 1) {
    fprintf(form, " %g", ((const double *)gusts.items)[index]);
  }
  fprintf(form, "\nremarks     ");
  for (size_t index = 0; index < remarks.count; index += 1) {
    fprintf(form, " \"%s\"", ((const char *const *)remarks.items)[index]);
  }
  fprintf(form, "\nsnow         ");
  if (snow) fprintf(form, "%" PRId32, *snow);
  fprintf(form, "\nsunshine     ");
  if (sunshine) fprintf(form, "%g", (double)*sunshine);
  const int32_t first = next_page(), second = next_page();
  fprintf(form, "\npages        %" PRId32 " %" PRId32 "\n", first, second);
  return fclose(form) == 0 ? text : NULL;
}

/* The command: its table, and the text, which the host keeps alive as long as the command. */
typedef struct form_command {
  cleanse_command table;
  const char *text;
} form_command;

static int32_t run_form(
  void *state, size_t argument_count, const char *const *arguments, cleanse_streams *streams,
  cleanse_error *error) {
  (void)argument_count;
  (void)arguments;
  (void)error;
  const form_command *command = state;
  return streams->write(streams, command->text, strlen(command->text)) == CLEANSE_OK ? 0 : 1;
}

static cleanse_command *make_command(const char *text, cleanse_error *error) {
  form_command *command = malloc(sizeof *command);
  if (!command) {
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  command->table = (cleanse_command){
    sizeof(cleanse_command), command, free, "form", "prints the report of a weather station",
    run_form,
  };
  command->text = text;
  return &command->table;
}

CLEANSE_PLUGIN_WITH(
  "org.cleanse.samples.form", "1.0.0", "The command form: prints the report of a weather station",
  "The Cleanse authors",
  CLEANSE_CONTRIBUTES({
    "Command": [{"name": "form", "summary": "prints the report of a weather station"}]
  })
  CLEANSE_OPTIONS({
    "decimals": {
      "type": "int", "minimum": 0, "maximum": 9, "default": 4,
      "summary": "The number of decimals of the position"
    }
  })
  CLEANSE_REQUIRES({"org.cleanse.samples.station": ">=1.0.0 <2.0.0"})) {
  CLEANSE_STRUCTURE("position { double latitude; double longitude; }");
  CLEANSE_BIND(
    "position locate(double latitude @station.latitude, double longitude @station.longitude)"
    " @form.place",
    locate, 0);
  CLEANSE_DECLARE("float? @station.sunshine");
  CLEANSE_BIND(
    "owned string fill_in("
    "  string name @station.name,"
    "  borrowed string observer @station.observer,"
    "  uint32 number @station.number,"
    "  int16 elevation @station.elevation,"
    "  position place @form.place,"
    "  int8 temperature @station.temperature,"
    "  uint8 humidity @station.humidity,"
    "  float wind @station.wind,"
    "  uint16 direction @station.direction,"
    "  double pressure @station.pressure,"
    "  int32 visibility @station.visibility,"
    "  int64 time @station.time,"
    "  uint64 serial @station.serial,"
    "  bool automatic @station.automatic,"
    "  bytes frame @station.frame,"
    "  double[] gusts @station.gusts,"
    "  string[] remarks @station.remarks,"
    "  int32? snow @station.snow,"
    "  float? sunshine @station.sunshine,"
    "  int32 (*next_page)(void) @station.page,"
    "  int32 decimals @option.decimals"
    ") @form.text",
    fill_in, 0);
  CLEANSE_BIND(
    "cleanse_command *make_command(string text @form.text) throws", make_command,
    CLEANSE_CONTRIBUTE);
}
