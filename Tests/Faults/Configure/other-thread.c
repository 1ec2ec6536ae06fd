/* Registers from a thread that it has started and waits for. */
#include <pthread.h>

#include "cleanse_plugin.h"

static const cleanse_host *host;

static void *declare(void *binder) {
  host->declare(binder, "double? @limit", __FILE__, __LINE__);
  return 0;
}

int32_t cleanse_plugin_configure(const cleanse_host *table, cleanse_binder *binder) {
  pthread_t thread;
  host = table;
  if (pthread_create(&thread, 0, declare, binder) != 0) return CLEANSE_FAILED;
  pthread_join(thread, 0);
  return CLEANSE_OK;
}
