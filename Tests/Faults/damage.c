/*
 * damage NAME FILE RESULT: writes a copy of a sound plugin with one thing damaged.
 * damage: prints the names of the damages.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The plugin in memory. A linker wrote it, so its headers are trusted. */
static unsigned char *bytes;
static size_t size;

_Noreturn static void fail(const char *reason) {
  fprintf(stderr, "damage: %s\n", reason);
  exit(1);
}

static Elf64_Ehdr *header(void) { return (Elf64_Ehdr *)bytes; }

/* The program header of that type, the first or a later one. */
static Elf64_Phdr *segment(Elf64_Word type, int index) {
  Elf64_Phdr *segments = (Elf64_Phdr *)(bytes + header()->e_phoff);
  for (int next = 0; next < header()->e_phnum; next++) {
    if (segments[next].p_type == type && index-- == 0) return &segments[next];
  }
  fail("the file lacks a segment");
}

/* The plugin's note, and the segment that contains it. */
static Elf64_Nhdr *note(Elf64_Phdr **holder) {
  for (int index = 0;; index++) {
    Elf64_Phdr *notes = segment(PT_NOTE, index);
    unsigned char *end = bytes + notes->p_offset + notes->p_filesz;
    for (unsigned char *next = bytes + notes->p_offset; next < end;) {
      Elf64_Nhdr *found = (Elf64_Nhdr *)next;
      if (memcmp(found + 1, "Cleanse", 8) == 0) {
        if (holder != 0) *holder = notes;
        return found;
      }
      next += sizeof *found + (found->n_namesz + 3) / 4 * 4 + (found->n_descsz + 3) / 4 * 4;
    }
  }
}

/* The entry of the dynamic section with that tag. */
static Elf64_Dyn *dynamic(Elf64_Sxword tag) {
  Elf64_Dyn *entry = (Elf64_Dyn *)(bytes + segment(PT_DYNAMIC, 0)->p_offset);
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == tag) return entry;
  }
  fail("the dynamic section lacks an entry");
}

/* Changes the first character of a string in the note's JSON, and returns whether the note has the key. */
static int change_value(const char *key) {
  Elf64_Nhdr *found = note(0);
  char *json = (char *)(found + 1) + 8;
  char text[64];
  snprintf(text, sizeof text, "\"%s\":\"", key);
  char *found_key = memmem(json, found->n_descsz, text, strlen(text));
  if (found_key == 0) return 0;
  char *value = found_key + strlen(text);
  *value = *value == '9' ? '8' : '9';
  return 1;
}
static void change_required(const char *key) {
  if (!change_value(key)) fail("the note lacks a key");
}

static void sixty_three_bytes(void) { size = 63; }
static void cut_identification(void) { size = 12; }
static void cut_program_headers(void) { size = sizeof(Elf64_Ehdr) + 20; }
static void cut_note(void) { size = (size_t)((unsigned char *)note(0) - bytes) + 40; }
static void cut_segment(void) {
  int last = 0;
  for (int index = 0; index < header()->e_phnum; index++) {
    Elf64_Phdr *segments = (Elf64_Phdr *)(bytes + header()->e_phoff);
    if (segments[index].p_type == PT_LOAD && segments[index].p_filesz > 0) last = index;
  }
  Elf64_Phdr *load = (Elf64_Phdr *)(bytes + header()->e_phoff) + last;
  size = load->p_offset + load->p_filesz / 2;
}
static void cut_sections(void) { size = header()->e_shoff + 10; }
static void cut_last_byte(void) { size--; }

static void wrong_class(void) { header()->e_ident[EI_CLASS] = ELFCLASS32; }
static void unknown_class(void) { header()->e_ident[EI_CLASS] = 7; }
static void wrong_byte_order(void) { header()->e_ident[EI_DATA] = ELFDATA2MSB; }
static void wrong_machine(void) { header()->e_machine = EM_RISCV; }
static void unknown_version(void) { header()->e_ident[EI_VERSION] = 9; }
static void unknown_type(void) { header()->e_type = 99; }
static void core_file(void) { header()->e_type = ET_CORE; }
static void no_program_headers(void) { header()->e_phnum = 0; }
static void many_program_headers(void) { header()->e_phnum = 60000; }
static void far_program_headers(void) { header()->e_phoff = (Elf64_Off)-8; }

static void overlapping_segments(void) {
  segment(PT_LOAD, 1)->p_vaddr = segment(PT_LOAD, 0)->p_vaddr;
}
static void segment_past_end(void) {
  Elf64_Phdr *load = segment(PT_LOAD, 1);
  load->p_filesz = load->p_memsz = size;
}
static void segment_huge(void) { segment(PT_LOAD, 1)->p_memsz = (Elf64_Xword)1 << 60; }
static void no_segments(void) {
  for (int index = 0; index < header()->e_phnum; index++) {
    Elf64_Phdr *next = (Elf64_Phdr *)(bytes + header()->e_phoff) + index;
    if (next->p_type == PT_LOAD) next->p_type = PT_NULL;
  }
}
static void no_dynamic_section(void) { segment(PT_DYNAMIC, 0)->p_type = PT_NULL; }
static void string_table_huge(void) { dynamic(DT_STRSZ)->d_un.d_val = (Elf64_Xword)1 << 40; }
static void initialiser_outside(void) { dynamic(DT_INIT_ARRAY)->d_un.d_ptr = 0x7FFFFFFF000; }
static void relocations_outside(void) { dynamic(DT_RELA)->d_un.d_ptr = 0x7FFFFFFF000; }

/* The contents at an address of the dynamic section. */
static void *table(Elf64_Sxword tag) {
  Elf64_Addr address = dynamic(tag)->d_un.d_ptr;
  for (int index = 0;; index++) {
    Elf64_Phdr *load = segment(PT_LOAD, index);
    if (address >= load->p_vaddr && address - load->p_vaddr < load->p_filesz) {
      return bytes + load->p_offset + (address - load->p_vaddr);
    }
  }
}
static void version_index(void) { ((Elf64_Half *)table(DT_VERSYM))[1] = 0x7FF0; }
static void version_library(void) { ((Elf64_Verneed *)table(DT_VERNEED))->vn_file = 0; }
static void version_chain(void) { ((Elf64_Verneed *)table(DT_VERNEED))->vn_aux = (Elf64_Word)-8; }
static void relocation_symbol(void) {
  ((Elf64_Rela *)table(DT_JMPREL))->r_info |= (Elf64_Xword)0x7FFFFFFF << 32;
}
static void relocation_target(void) {
  ((Elf64_Rela *)table(DT_RELA))->r_offset = dynamic(DT_STRTAB)->d_un.d_ptr;
}
static void relocation_type(void) {
  Elf64_Rela *first = table(DT_JMPREL);
  first->r_info = first->r_info >> 32 << 32 | 200;
}
static void hash_bucket(void) {
  Elf64_Word *hash = table(DT_GNU_HASH);
  Elf64_Word *buckets = hash + 4 + 2 * hash[2];
  for (Elf64_Word index = 0; index < hash[0]; index++) {
    if (buckets[index] != 0) buckets[index] = hash[1] - 1;
  }
}
static void unwind_table_outside(void) {
  segment(PT_GNU_EH_FRAME, 0)->p_vaddr = 0x7FFFFFFF000;
}

static void note_past_end(void) {
  Elf64_Phdr *holder;
  note(&holder);
  holder->p_offset = size - 8;
}
static void note_huge(void) { note(0)->n_descsz = 0x7FFFFFFF; }
static void note_unknown_type(void) { note(0)->n_type = 99; }
static void note_empty(void) { note(0)->n_descsz = 0; }

static void stamp_framework(void) {
  /* Absent if the interface is not recorded. */
  change_value("frameworkABI");
  change_required("interface");
}
static void stamp_compiler(void) { change_required("compiler"); }

static const struct {
  const char *name;
  void (*apply)(void);
} damages[] = {
    {"sixty-three-bytes", sixty_three_bytes},
    {"cut-identification", cut_identification},
    {"cut-program-headers", cut_program_headers},
    {"cut-note", cut_note},
    {"cut-segment", cut_segment},
    {"cut-sections", cut_sections},
    {"cut-last-byte", cut_last_byte},
    {"wrong-class", wrong_class},
    {"unknown-class", unknown_class},
    {"wrong-byte-order", wrong_byte_order},
    {"wrong-machine", wrong_machine},
    {"unknown-version", unknown_version},
    {"unknown-type", unknown_type},
    {"core-file", core_file},
    {"no-program-headers", no_program_headers},
    {"many-program-headers", many_program_headers},
    {"far-program-headers", far_program_headers},
    {"overlapping-segments", overlapping_segments},
    {"segment-past-end", segment_past_end},
    {"segment-huge", segment_huge},
    {"no-segments", no_segments},
    {"no-dynamic-section", no_dynamic_section},
    {"string-table-huge", string_table_huge},
    {"initialiser-outside", initialiser_outside},
    {"relocations-outside", relocations_outside},
    {"version-index", version_index},
    {"version-library", version_library},
    {"version-chain", version_chain},
    {"relocation-symbol", relocation_symbol},
    {"relocation-target", relocation_target},
    {"relocation-type", relocation_type},
    {"hash-bucket", hash_bucket},
    {"unwind-table-outside", unwind_table_outside},
    {"note-past-end", note_past_end},
    {"note-huge", note_huge},
    {"note-unknown-type", note_unknown_type},
    {"note-empty", note_empty},
    {"stamp-framework", stamp_framework},
    {"stamp-compiler", stamp_compiler},
};

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == 0 || fseek(file, 0, SEEK_END) != 0) fail("the file can't be read");
  size = (size_t)ftell(file);
  rewind(file);
  bytes = malloc(size);
  if (bytes == 0 || fread(bytes, 1, size, file) != size) fail("the file can't be read");
  fclose(file);
}

static void write_file(const char *path) {
  FILE *file = fopen(path, "wb");
  if (file == 0 || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
    fail("the result can't be written");
  }
}

int main(int count, char **arguments) {
  size_t total = sizeof damages / sizeof damages[0];
  if (count == 1) {
    for (size_t index = 0; index < total; index++) puts(damages[index].name);
    return 0;
  }
  if (count != 4) fail("usage: damage NAME FILE RESULT");
  for (size_t index = 0; index < total; index++) {
    if (strcmp(damages[index].name, arguments[1]) != 0) continue;
    read_file(arguments[2]);
    damages[index].apply();
    write_file(arguments[3]);
    return 0;
  }
  fail("there is no such damage");
}
