/* Declares a hundred thousand functions that can't be parsed. */
#include "cleanse_plugin.h"

static double area(void) { return 1; }

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  for (int count = 0; count < 100000; count++) CLEANSE_BIND("dubble area()", area, 0);
  return CLEANSE_OK;
}
