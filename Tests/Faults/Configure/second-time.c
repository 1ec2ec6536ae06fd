/* Works the first time that it is called, and crashes the second time. */
#include <stdlib.h>

#include "cleanse_plugin.h"

static int calls;

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  (void)host;
  (void)binder;
  if (++calls > 1) abort();
  return CLEANSE_OK;
}
