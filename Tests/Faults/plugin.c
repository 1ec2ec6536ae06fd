/*
 * A plugin without a fault, unless its note's macros say otherwise or it misbehaves: PLACE_CONSTRUCTOR,
 * PLACE_CONFIGURE, PLACE_FACTORY, PLACE_DESTRUCTOR and PLACE_EXIT say where it calls the function `misbehave`
 * of another file. With FAULT_COMMAND, it contributes a command of the fault's name.
 */
#include "fault.h"

#ifndef FAULT_NO_NOTE
FAULT_NOTE(note, CLEANSE_NOTE_SECTION);
#endif

void misbehave(void);

#ifdef PLACE_CONSTRUCTOR
__attribute__((constructor)) static void construct(void) { misbehave(); }
#endif

#ifdef PLACE_DESTRUCTOR
__attribute__((destructor)) static void destruct(void) { misbehave(); }
#endif

#ifdef PLACE_EXIT
#include <stdlib.h>
#endif

#ifdef FAULT_COMMAND
static int32_t run(
  void *state, size_t count, const char *const *arguments, cleanse_streams *streams,
  cleanse_error *error) {
  (void)state, (void)count, (void)arguments, (void)streams, (void)error;
  return 7;
}

static cleanse_command *make_command(void) {
  static cleanse_command command = {sizeof command, 0, 0, FAULT_TEXT(FAULT), "Fails", run};
#ifdef PLACE_FACTORY
  misbehave();
#endif
  return &command;
}
#endif

#ifndef FAULT_OWN_ENTRY
int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  (void)host;
  (void)binder;
#ifdef PLACE_CONFIGURE
  misbehave();
#endif
#ifdef PLACE_EXIT
  atexit(misbehave);
#endif
#ifdef FAULT_COMMAND
  CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
#endif
  return CLEANSE_OK;
}
#endif
