/* Registers with the binder of whoever was asked before, with none, and with what is none. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  cleanse_binder *binders[] = {
    0, (cleanse_binder *)((uintptr_t)binder - 1), (cleanse_binder *)((uintptr_t)binder + 1),
    (cleanse_binder *)host, (cleanse_binder *)(uintptr_t)-1};
  for (size_t place = 0; place < sizeof binders / sizeof *binders; place++) {
    host->declare(binders[place], "double? @limit", __FILE__, __LINE__);
    host->report_error(binders[place], "this is told of nobody");
  }
  return CLEANSE_OK;
}
