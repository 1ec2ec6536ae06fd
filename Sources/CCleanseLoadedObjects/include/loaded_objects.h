#ifndef CLEANSE_LOADED_OBJECTS_H
#define CLEANSE_LOADED_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The loaded objects of a process, which the C library exposes only with its GNU extensions.
// The extensions must not be enabled where Swift imports the C headers: a structure would then have two
// definitions.

/// A library that the dynamic linker has mapped, or the program itself.
typedef struct cleanse_loaded_object {
  /// The path it was loaded from; empty for the program.
  const char *path;
  /// The offset between the addresses in the file and those in memory.
  uint64_t base;
  /// The program headers, an array of `Elf64_Phdr`.
  const void *headers;
  size_t header_count;
} cleanse_loaded_object;

/// A state of the list of loaded objects; all zero before it was read for the first time.
typedef struct cleanse_object_list {
  /// The numbers of objects that were ever added and removed.
  uint64_t additions, removals;
  size_t count;
} cleanse_object_list;

/// Calls a function for each object that was loaded since the list had this state, and updates the state. If an object has
/// been unloaded since, it starts again with all loaded objects, the program first, and returns true. The object is valid until
/// the function returns.
bool cleanse_each_new_object(cleanse_object_list *list,
                             void (*body)(const cleanse_loaded_object *object, void *context),
                             void *context);

/// The file that an address of a process is mapped from.
typedef struct cleanse_mapped_file {
  uint64_t inode;
  uint32_t device_major, device_minor;
} cleanse_mapped_file;

/// Finds the file that an address is mapped from. Returns 0, or -1 with errno: ENOENT if nothing is mapped there, and ENOTTY
/// before Linux 6.11.
///
/// - Parameter map: The open file `/proc/PID/maps`.
int cleanse_find_mapped_file(int map, uint64_t address, cleanse_mapped_file *file);

/// Whether the program runs with more privileges than its user, as a set-user-ID program does.
bool cleanse_is_privileged(void);

/// Whether the program or a library that it needs exports a symbol with a version, or exports it and has no versions at all.
bool cleanse_exports_version(const char *symbol, const char *version);

#endif
