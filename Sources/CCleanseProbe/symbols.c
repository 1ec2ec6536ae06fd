#define _GNU_SOURCE
#include "csymbols.h"
#include "cprobe.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libdw is loaded only where it is used, as it has several libraries of its own. */
struct libdw {
  __typeof__(dwfl_begin) *begin;
  __typeof__(dwfl_end) *end;
  __typeof__(dwfl_report_elf) *report;
  __typeof__(dwfl_report_end) *report_end;
  __typeof__(dwfl_module_addrinfo) *function;
  __typeof__(dwfl_module_nextcu) *next_unit;
  __typeof__(dwarf_haspc) *has_address;
  __typeof__(dwarf_getsrc_die) *line;
  __typeof__(dwarf_lineno) *line_number;
  __typeof__(dwarf_linesrc) *line_source;
  __typeof__(dwarf_attr) *attribute;
  __typeof__(dwarf_attr_integrate) *own_or_declared_attribute;
  __typeof__(dwarf_formstring) *text;
  __typeof__(dwarf_formref_die) *referred;
  __typeof__(dwarf_peel_type) *peel;
  __typeof__(dwarf_getfuncs) *functions;
  __typeof__(dwarf_entrypc) *entry;
  __typeof__(dwarf_child) *child;
  __typeof__(dwarf_siblingof) *sibling;
  __typeof__(dwarf_tag) *tag;
  __typeof__(dwarf_diename) *name;
  __typeof__(dwarf_formudata) *number;
  __typeof__(dwarf_srclang) *language;
  __typeof__(dwarf_diecu) *unit;
  Dwfl_Callbacks callbacks;
};

enum { LIBDW_MISSING = 1 };

/* Whether the last dlopen failed because there is no libdw, rather than one that can't be loaded now. */
static int is_libdw_missing(void) {
  static const char name[] = "libdw.so.1:";
  const char *error = dlerror();
  return error && strncmp(error, name, sizeof name - 1) == 0 && strstr(error, strerror(ENOENT));
}

/* Returns LIBDW_MISSING if there is no libdw, and -1 if it can't be used. */
static int load_libdw(struct libdw *dw) {
  void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return is_libdw_missing() ? LIBDW_MISSING : -1;
  memset(dw, 0, sizeof *dw);
  dw->begin = dlsym(library, "dwfl_begin");
  dw->end = dlsym(library, "dwfl_end");
  dw->report = dlsym(library, "dwfl_report_elf");
  dw->report_end = dlsym(library, "dwfl_report_end");
  dw->function = dlsym(library, "dwfl_module_addrinfo");
  dw->next_unit = dlsym(library, "dwfl_module_nextcu");
  dw->has_address = dlsym(library, "dwarf_haspc");
  dw->line = dlsym(library, "dwarf_getsrc_die");
  dw->line_number = dlsym(library, "dwarf_lineno");
  dw->line_source = dlsym(library, "dwarf_linesrc");
  dw->attribute = dlsym(library, "dwarf_attr");
  dw->own_or_declared_attribute = dlsym(library, "dwarf_attr_integrate");
  dw->text = dlsym(library, "dwarf_formstring");
  dw->referred = dlsym(library, "dwarf_formref_die");
  dw->peel = dlsym(library, "dwarf_peel_type");
  dw->functions = dlsym(library, "dwarf_getfuncs");
  dw->entry = dlsym(library, "dwarf_entrypc");
  dw->child = dlsym(library, "dwarf_child");
  dw->sibling = dlsym(library, "dwarf_siblingof");
  dw->tag = dlsym(library, "dwarf_tag");
  dw->name = dlsym(library, "dwarf_diename");
  dw->number = dlsym(library, "dwarf_formudata");
  dw->language = dlsym(library, "dwarf_srclang");
  dw->unit = dlsym(library, "dwarf_diecu");
  dw->callbacks.find_elf = dlsym(library, "dwfl_build_id_find_elf");
  dw->callbacks.find_debuginfo = dlsym(library, "dwfl_standard_find_debuginfo");
  int is_complete = dw->begin && dw->end && dw->report && dw->report_end && dw->function && dw->next_unit &&
                    dw->has_address && dw->line && dw->line_number && dw->line_source &&
                    dw->attribute && dw->own_or_declared_attribute && dw->text && dw->referred && dw->peel &&
                    dw->functions && dw->entry && dw->child && dw->sibling && dw->tag && dw->name && dw->number &&
                    dw->language && dw->unit && dw->callbacks.find_elf &&
                    dw->callbacks.find_debuginfo;
  return is_complete ? 0 : -1;
}

/* Writes text without what separates fields and lines. */
static void write_field(FILE *file, const char *text) {
  for (; text && *text; text++) fputc(*text == '\t' || *text == '\n' ? ' ' : *text, file);
}

/* dwfl_module_getsrc would need an index of the addresses, which Clang does not write. */
static void write_line(const struct libdw *dw, Dwfl_Module *module, uint64_t address, FILE *file) {
  Dwarf_Die *unit = NULL;
  Dwarf_Addr bias = 0;
  int number = 0;
  while ((unit = dw->next_unit(module, unit, &bias)) != NULL) {
    if (dw->has_address(unit, address - bias) <= 0) continue;
    Dwarf_Line *line = dw->line(unit, address - bias);
    const char *path = line ? dw->line_source(line, NULL, NULL) : NULL;
    if (!path || dw->line_number(line, &number) != 0) continue;
    Dwarf_Attribute attribute;
    if (*path != '/' && dw->attribute(unit, DW_AT_comp_dir, &attribute)) {
      write_field(file, dw->text(&attribute));
      fputc('/', file);
    }
    write_field(file, path);
    break;
  }
  fprintf(file, "\t%d", unit ? number : 0);
}

static void write_entry(const struct libdw *dw, Dwfl_Module *module, uint64_t address, FILE *file) {
  GElf_Off offset;
  GElf_Sym symbol;
  write_field(file, dw->function(module, address, &offset, &symbol, NULL, NULL, NULL));
  fputc('\t', file);
  write_line(dw, module, address, file);
  fputc('\n', file);
}

/* Writes what is known of the addresses in a file. */
typedef void write_module(
    const struct libdw *dw, Dwfl_Module *module, const uint64_t *addresses, size_t count, FILE *file);

static void write_entries(
    const struct libdw *dw, Dwfl_Module *module, const uint64_t *addresses, size_t count, FILE *file) {
  for (size_t index = 0; index < count; index++) {
    write_entry(dw, module, addresses[index], file);
  }
}

static int write_session(
    const struct libdw *dw, Dwfl *session, const char *path, const uint64_t *addresses, size_t count, int descriptor,
    write_module *write) {
  Dwfl_Module *module = dw->report(session, path, path, -1, 0, true);
  if (!module || dw->report_end(session, NULL, NULL) != 0) return -1;
  int copy = dup(descriptor);
  FILE *file = copy < 0 ? NULL : fdopen(copy, "w");
  if (!file) return -1;
  write(dw, module, addresses, count, file);
  return fclose(file) == 0 ? 0 : -1;
}

static int write_all(
    const char *path, const uint64_t *addresses, size_t count, int descriptor, write_module *write) {
  struct libdw dw;
  int status = load_libdw(&dw);
  if (status != 0) return status;
  /* Debug information must not be downloaded: that would take long, and reveal what crashed. */
  unsetenv("DEBUGINFOD_URLS");
  Dwfl *session = dw.begin(&dw.callbacks);
  if (!session) return -1;
  status = write_session(&dw, session, path, addresses, count, descriptor, write);
  dw.end(session);
  return status;
}

int csymbols_write(const char *path, const uint64_t *addresses, size_t count, int descriptor) {
  return write_all(path, addresses, count, descriptor, write_entries) == 0 ? 0 : -1;
}

/* ---- Types of functions ---- */

/* The type without typedefs and qualifiers. Returns its tag; 0 for void; -1 for what can't be read. */
static int peeled_type(const struct libdw *dw, Dwarf_Die *of, Dwarf_Die *type) {
  Dwarf_Attribute attribute;
  if (!dw->own_or_declared_attribute(of, DW_AT_type, &attribute)) return 0;
  if (!dw->referred(&attribute, type)) return -1;
  int status = dw->peel(type, type);
  return status < 0 ? -1 : status > 0 ? 0 : dw->tag(type);
}

/* How C passes a type of a tag: v for void, i for an integer, f for a floating-point number, p for a pointer, s for a
   structure or a union, ? for another one. */
static char passed_kind(const struct libdw *dw, Dwarf_Die *type, int tag) {
  Dwarf_Attribute attribute;
  Dwarf_Word encoding;
  switch (tag) {
  case 0: return 'v';
  case DW_TAG_enumeration_type: return 'i';
  case DW_TAG_pointer_type: case DW_TAG_reference_type: case DW_TAG_rvalue_reference_type: return 'p';
  case DW_TAG_structure_type: case DW_TAG_union_type: return 's';
  case DW_TAG_base_type: break;
  /* A class may be passed by reference. */
  default: return '?';
  }
  if (!dw->attribute(type, DW_AT_encoding, &attribute) || dw->number(&attribute, &encoding) != 0) return '?';
  switch (encoding) {
  case DW_ATE_boolean: case DW_ATE_signed: case DW_ATE_signed_char: case DW_ATE_unsigned: case DW_ATE_unsigned_char:
  case DW_ATE_UTF: return 'i';
  case DW_ATE_float: return 'f';
  default: return '?';
  }
}

/* Writes the kind, the size and the name of the type of a function's result or of a parameter. */
static void write_type(const struct libdw *dw, Dwarf_Die *of, FILE *file) {
  Dwarf_Die type, named;
  Dwarf_Attribute attribute;
  Dwarf_Word size = 0;
  int tag = peeled_type(dw, of, &type);
  char kind = tag < 0 ? '?' : passed_kind(dw, &type, tag);
  if (kind == 'p') {
    size = sizeof(void *);
  } else if (
      kind != 'v' && kind != '?' &&
      (!dw->attribute(&type, DW_AT_byte_size, &attribute) || dw->number(&attribute, &size) != 0)) {
    kind = '?';
  }
  fprintf(file, "\t%c%llu ", kind, (unsigned long long)size);
  if (tag > 0 && dw->own_or_declared_attribute(of, DW_AT_type, &attribute) && dw->referred(&attribute, &named)) {
    const char *name = dw->name(&named);
    write_field(file, name ? name : dw->name(&type));
  }
}

/* The declaration that has all parameters, of which optimisation may leave out some. */
static Dwarf_Die complete(const struct libdw *dw, Dwarf_Die function) {
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  /* An origin has no origin of its own. */
  if (dw->attribute(&function, DW_AT_abstract_origin, &attribute) && dw->referred(&attribute, &origin)) return origin;
  return function;
}

/* Whether the declaration states the types of the parameters. Those in C++ and Rust always do. */
static int is_prototyped(const struct libdw *dw, Dwarf_Die *function) {
  Dwarf_Die unit;
  Dwarf_Attribute attribute;
  if (!dw->unit(function, &unit, NULL, NULL)) return 0;
  switch (dw->language(&unit)) {
  case DW_LANG_C89: case DW_LANG_C: case DW_LANG_C99: case DW_LANG_C11: case 0x2c /* C17 */: case 0x3e /* C23 */:
    return dw->own_or_declared_attribute(function, DW_AT_prototyped, &attribute) != NULL;
  case DW_LANG_C_plus_plus: case DW_LANG_C_plus_plus_03: case DW_LANG_C_plus_plus_11: case DW_LANG_C_plus_plus_14:
  case 0x2b /* C++17 */: case 0x34 /* C++20 */:
    return 1;
  default: return 0;
  }
}

/* Whether a call with a type of its own for each parameter fits. */
static int has_fixed_parameters(const struct libdw *dw, Dwarf_Die *function) {
  Dwarf_Die child;
  Dwarf_Attribute attribute;
  for (int status = dw->child(function, &child); status == 0; status = dw->sibling(&child, &child)) {
    if (dw->tag(&child) == DW_TAG_unspecified_parameters) return 0;
    if (dw->attribute(&child, DW_AT_artificial, &attribute)) return 0;
  }
  return 1;
}

/* The addresses whose functions are searched for in a unit. */
struct search {
  const struct libdw *dw;
  Dwarf_Addr bias;
  const uint64_t *addresses;
  size_t count;
  FILE *file;
};

/* The last line: all that can be known has been written. */
static const char all_known[] = "end\n";

static int write_function(Dwarf_Die *found, void *context) {
  const struct search *search = context;
  const struct libdw *dw = search->dw;
  Dwarf_Addr entry;
  if (dw->entry(found, &entry) != 0) return DWARF_CB_OK;
  for (size_t index = 0; index < search->count; index++) {
    if (search->addresses[index] != entry + search->bias) continue;
    Dwarf_Die function = complete(dw, *found);
    fprintf(search->file, "%zu", index);
    if (is_prototyped(dw, &function) && has_fixed_parameters(dw, &function)) {
      write_type(dw, &function, search->file);
      Dwarf_Die child;
      for (int status = dw->child(&function, &child); status == 0; status = dw->sibling(&child, &child)) {
        if (dw->tag(&child) == DW_TAG_formal_parameter) write_type(dw, &child, search->file);
      }
    }
    fputc('\n', search->file);
  }
  return DWARF_CB_OK;
}

static void write_functions(
    const struct libdw *dw, Dwfl_Module *module, const uint64_t *addresses, size_t count, FILE *file) {
  struct search search = {.dw = dw, .addresses = addresses, .count = count, .file = file};
  Dwarf_Die *unit = NULL;
  while ((unit = dw->next_unit(module, unit, &search.bias)) != NULL) {
    dw->functions(unit, write_function, &search, 0);
  }
  fputs(all_known, file);
}

/* The address in the headers of the library with this path; the greatest number for one in another library. */
static uint64_t address_in_file(const char *path, uint64_t address) {
  Dl_info info;
  struct link_map *map = NULL;
  void *pointer = (void *)(uintptr_t)address;
  if (!dladdr1(pointer, &info, (void **)&map, RTLD_DL_LINKMAP) || !map || strcmp(map->l_name, path) != 0) {
    return UINT64_MAX;
  }
  return address - map->l_addr;
}

int csymbols_write_types(const char *path, const uint64_t *addresses, size_t count, int descriptor) {
  uint64_t *in_file = calloc(count, sizeof *in_file);
  if (!in_file) return -1;
  for (size_t index = 0; index < count; index++) in_file[index] = address_in_file(path, addresses[index]);
  int status = write_all(path, in_file, count, descriptor, write_functions);
  free(in_file);
  if (status == LIBDW_MISSING) status = write(descriptor, all_known, strlen(all_known)) < 0 ? -1 : 0;
  return status;
}

/* Reads a part of a file that is at most `limit` bytes long. The caller frees it. */
static void *read_part(int descriptor, uint64_t offset, uint64_t size, uint64_t limit) {
  if (size == 0 || size > limit || offset > INT64_MAX - limit) return NULL;
  void *bytes = malloc(size);
  if (bytes && pread(descriptor, bytes, size, (off_t)offset) == (ssize_t)size) return bytes;
  free(bytes);
  return NULL;
}

/* Reads the names of the sections, one after the other, each with a null byte. */
static char *read_section_names(int descriptor, uint64_t *size) {
  char *names = NULL;
  Elf64_Shdr *section = NULL;
  Elf64_Ehdr *header = read_part(descriptor, 0, sizeof *header, sizeof *header);
  if (header && header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_shoff < INT64_MAX / 2) {
    uint64_t offset = header->e_shoff + (uint64_t)header->e_shstrndx * sizeof *section;
    section = read_part(descriptor, offset, sizeof *section, sizeof *section);
  }
  if (section) names = read_part(descriptor, section->sh_offset, section->sh_size, 1 << 20);
  if (names) *size = section->sh_size;
  free(section);
  free(header);
  return names;
}

int csymbols_has_types(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  uint64_t size = 0;
  char *names = read_section_names(descriptor, &size);
  static const char own[] = ".debug_info", separate[] = ".gnu_debuglink";
  int is_found =
      names && (memmem(names, size, own, sizeof own) || memmem(names, size, separate, sizeof separate));
  free(names);
  close(descriptor);
  return is_found;
}

int csymbols_limit(unsigned seconds, uint64_t bytes, int32_t parent) {
  if (cprobe_prepare_child("symbolizer", parent) != 0) return -1;
  cprobe_limits limits = {.cpu_seconds = seconds, .file_bytes = 0, .descriptors = 64,
                          .further_processes = 0, .further_bytes = bytes};
  return cprobe_limit(&limits);
}
