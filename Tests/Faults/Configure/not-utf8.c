/* Reports an error whose message is not UTF-8, and would control a terminal. */
#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  host->report_error(binder, "\xFF\xC0\x80 \033[2J\n");
  return CLEANSE_FAILED;
}
