/* Registers null pointers wherever it can. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  static const cleanse_binding nothing, empty = {.size = sizeof empty};
  host->bind(binder, 0);
  host->bind(binder, &nothing);
  host->bind(binder, &empty);
  CLEANSE_BIND("double area()", 0, 0);
  CLEANSE_BIND(0, 0, 0);
  CLEANSE_VALUE("string @label", const char *, 0);
  CLEANSE_VALUE("double[] @weights", cleanse_array, {0, 3});
  CLEANSE_DECLARE(0);
  CLEANSE_STRUCTURE(0);
  CLEANSE_HANDLE(0, 0);
  CLEANSE_HANDLE("counter", 0);
  return CLEANSE_OK;
}
