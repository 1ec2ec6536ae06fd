/* Reports an error without a message. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  host->report_error(binder, 0);
  return CLEANSE_OK;
}
