#define _GNU_SOURCE
#include "loaded_objects.h"

#include <link.h>
#include <sys/auxv.h>

struct visit {
  void (*body)(const cleanse_loaded_object *object, void *context);
  void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  const struct visit *visit = data;
  const cleanse_loaded_object object = {info->dlpi_name, info->dlpi_addr, info->dlpi_phdr,
                                        info->dlpi_phnum};
  visit->body(&object, visit->context);
  return 0;
}

void cleanse_each_loaded_object(void (*body)(const cleanse_loaded_object *object, void *context),
                                void *context) {
  struct visit data = {body, context};
  dl_iterate_phdr(visit, &data);
}

bool cleanse_is_privileged(void) { return getauxval(AT_SECURE) != 0; }
