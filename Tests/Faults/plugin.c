/*
 * A plugin that is sound, unless its note's macros say otherwise, or something misbehaves in it:
 * PLACE_CONSTRUCTOR and PLACE_CONFIGURE say where the function `misbehave` of another file is called.
 */
#include "fault.h"

#ifndef FAULT_NO_NOTE
FAULT_NOTE(note, CLEANSE_NOTE_SECTION);
#endif

void misbehave(void);

#ifdef PLACE_CONSTRUCTOR
__attribute__((constructor)) static void construct(void) { misbehave(); }
#endif

#ifndef FAULT_OWN_ENTRY
int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  (void)host;
  (void)binder;
#ifdef PLACE_CONFIGURE
  misbehave();
#endif
  return CLEANSE_OK;
}
#endif
