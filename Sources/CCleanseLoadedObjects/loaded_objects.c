#define _GNU_SOURCE
#include "loaded_objects.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>

struct visit {
  cleanse_object_list *list;
  size_t index;
  bool starts_again;
  void (*body)(const cleanse_loaded_object *object, void *context);
  void *context;
};

// Compares the list with its earlier state; returns whether an object is new. New objects are appended, so as long as none was
// removed, the earlier ones come first.
static bool begin(struct visit *visit, uint64_t additions, uint64_t removals) {
  cleanse_object_list *list = visit->list;
  visit->starts_again = list->count == 0 || list->removals != removals;
  if (visit->starts_again) list->count = 0;
  const bool has_new = visit->starts_again || list->additions != additions;
  list->additions = additions;
  list->removals = removals;
  return has_new;
}

static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct visit *visit = data;
  if (visit->index == 0 && !begin(visit, info->dlpi_adds, info->dlpi_subs)) return 1;
  if (visit->index++ < visit->list->count) return 0;
  visit->list->count = visit->index;
  const cleanse_loaded_object object = {info->dlpi_name, info->dlpi_addr, info->dlpi_phdr,
                                        info->dlpi_phnum};
  visit->body(&object, visit->context);
  return 0;
}

bool cleanse_each_new_object(cleanse_object_list *list,
                             void (*body)(const cleanse_loaded_object *object, void *context),
                             void *context) {
  struct visit data = {.list = list, .body = body, .context = context};
  dl_iterate_phdr(visit, &data);
  return data.starts_again;
}

// `struct procmap_query` of linux/fs.h, which the headers of older systems lack.
struct mapping_query {
  uint64_t size, flags, address;
  uint64_t start, end, permissions, page_size, offset, inode;
  uint32_t device_major, device_minor, name_size, build_id_size;
  uint64_t name, build_id;
};

int cleanse_find_mapped_file(int map, uint64_t address, cleanse_mapped_file *file) {
  struct mapping_query query = {.size = sizeof query, .address = address};
  if (ioctl(map, _IOWR('f', 17, struct mapping_query), &query) != 0) return -1;
  *file = (cleanse_mapped_file){query.inode, query.device_major, query.device_minor};
  return 0;
}

bool cleanse_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

bool cleanse_exports_version(const char *symbol, const char *version) {
  return dlvsym(RTLD_DEFAULT, symbol, version) != NULL;
}
