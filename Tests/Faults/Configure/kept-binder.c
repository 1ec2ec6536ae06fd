/* Registers with the table and the binder of its first call, on every call. */
#include "cleanse_plugin.h"

static const cleanse_host *kept;
static cleanse_binder *kept_binder;

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  if (kept == 0) {
    kept = host;
    kept_binder = binder;
  }
  kept->declare(kept_binder, "double? @limit", __FILE__, __LINE__);
  return CLEANSE_OK;
}
