#ifndef CLEANSE_LOADED_OBJECTS_H
#define CLEANSE_LOADED_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the C library tells of the objects of a process only to programs that ask for its extensions.
// Those may not be asked for where Swift imports its headers: the same structure would then have two
// definitions.

/// A library that the dynamic linker has mapped, or the program itself.
typedef struct cleanse_loaded_object {
  /// Where it was loaded from; empty for the program.
  const char *path;
  /// What is to be added to the addresses in the file.
  uint64_t base;
  /// The program headers, an array of `Elf64_Phdr`.
  const void *headers;
  size_t header_count;
} cleanse_loaded_object;

/// Calls a function for each loaded object, the program first, until all have had their turn. What it
/// gets is valid until it returns.
void cleanse_each_loaded_object(void (*body)(const cleanse_loaded_object *object, void *context),
                                void *context);

/// Whether the system started the program with more rights than its user has.
bool cleanse_is_privileged(void);

#endif
