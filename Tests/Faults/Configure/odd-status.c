/* Returns an undefined status. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  (void)host;
  (void)binder;
  return -42;
}
