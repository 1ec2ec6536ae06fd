/* Continues to register when the process ends, with the table and the binder that it has kept. */
#include "cleanse_plugin.h"

static const cleanse_host *host;
static cleanse_binder *binder;

__attribute__((destructor)) static void declare(void) {
  if (host == 0) return;
  CLEANSE_DECLARE("double? @limit");
  host->report_error(binder, "this is reported for no plugin");
}

int32_t cleanse_plugin_configure(const cleanse_host *table, cleanse_binder *own) {
  host = table;
  binder = own;
  CLEANSE_DECLARE("double? @limit");
  return CLEANSE_OK;
}
