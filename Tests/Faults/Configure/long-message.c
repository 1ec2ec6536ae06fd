/* Reports an error with a message of eight megabytes. */
#include <stdlib.h>
#include <string.h>

#include "cleanse_plugin.h"

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  size_t size = 8 << 20;
  char *message = calloc(size + 1, 1);
  if (message == 0) return CLEANSE_FAILED;
  memset(message, 'x', size);
  host->report_error(binder, message);
  free(message);
  return CLEANSE_FAILED;
}
