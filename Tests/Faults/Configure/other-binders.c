/* Registers with the binder of the plugin configured before, with null, and with what is not a binder. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  cleanse_binder *binders[] = {
    0, (cleanse_binder *)((uintptr_t)binder - 1), (cleanse_binder *)((uintptr_t)binder + 1),
    (cleanse_binder *)host, (cleanse_binder *)(uintptr_t)-1};
  for (size_t index = 0; index < sizeof binders / sizeof *binders; index++) {
    host->declare(binders[index], "double? @limit", __FILE__, __LINE__);
    host->report_error(binders[index], "this is reported for no plugin");
  }
  return CLEANSE_OK;
}
