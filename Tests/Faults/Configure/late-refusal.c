/* Succeeds the first time that it is called, and fails the second time. */
#include "cleanse_plugin.h"

static int calls;

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  (void)host;
  (void)binder;
  return ++calls > 1 ? CLEANSE_FAILED : CLEANSE_OK;
}
