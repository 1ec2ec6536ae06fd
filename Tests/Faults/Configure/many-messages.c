/* Reports a hundred thousand errors. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  for (int count = 0; count < 100000; count++) host->report_error(binder, "no");
  return CLEANSE_FAILED;
}
