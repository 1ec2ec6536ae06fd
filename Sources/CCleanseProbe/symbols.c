#define _GNU_SOURCE
#include "csymbols.h"
#include "cprobe.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
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
  __typeof__(dwarf_formstring) *text;
  Dwfl_Callbacks callbacks;
};

static int load_libdw(struct libdw *dw) {
  void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
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
  dw->text = dlsym(library, "dwarf_formstring");
  dw->callbacks.find_elf = dlsym(library, "dwfl_build_id_find_elf");
  dw->callbacks.find_debuginfo = dlsym(library, "dwfl_standard_find_debuginfo");
  int is_complete = dw->begin && dw->end && dw->report && dw->report_end && dw->function && dw->next_unit &&
                    dw->has_address && dw->line && dw->line_number && dw->line_source &&
                    dw->attribute && dw->text && dw->callbacks.find_elf &&
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

static int write_entries(
    const struct libdw *dw, Dwfl *session, const char *path, const uint64_t *addresses, size_t count, int descriptor) {
  Dwfl_Module *module = dw->report(session, path, path, -1, 0, true);
  if (!module || dw->report_end(session, NULL, NULL) != 0) return -1;
  int copy = dup(descriptor);
  FILE *file = copy < 0 ? NULL : fdopen(copy, "w");
  if (!file) return -1;
  for (size_t index = 0; index < count; index++) {
    write_entry(dw, module, addresses[index], file);
  }
  return fclose(file) == 0 ? 0 : -1;
}

int csymbols_write(const char *path, const uint64_t *addresses, size_t count, int descriptor) {
  struct libdw dw;
  if (load_libdw(&dw) != 0) return -1;
  /* Debug information must not be downloaded: that would take long, and reveal what crashed. */
  unsetenv("DEBUGINFOD_URLS");
  Dwfl *session = dw.begin(&dw.callbacks);
  if (!session) return -1;
  int status = write_entries(&dw, session, path, addresses, count, descriptor);
  dw.end(session);
  return status;
}

int csymbols_limit(unsigned seconds, uint64_t bytes, int32_t parent) {
  if (cprobe_prepare_child("symbolizer", parent) != 0) return -1;
  cprobe_limits limits = {.cpu_seconds = seconds, .file_bytes = 0, .descriptors = 64,
                          .further_processes = 0, .further_bytes = bytes};
  return cprobe_limit(&limits);
}
