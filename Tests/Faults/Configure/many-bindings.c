/* Declares thirty thousand values. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  for (int count = 0; count < 30000; count++) CLEANSE_VALUE("double @width", double, 1);
  return CLEANSE_OK;
}
