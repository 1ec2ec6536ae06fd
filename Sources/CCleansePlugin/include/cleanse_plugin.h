/*
 * cleanse_plugin.h: the C interface between a host and its plugins.
 *
 * This header is the single source of truth; Documentation/PluginABI.md explains it byte by byte.
 * It is C99, compiles as C++ and needs nothing but the two standard headers below.
 */
#ifndef CLEANSE_PLUGIN_H
#define CLEANSE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of everything in this header. It grows when something that exists changes its
 * meaning; a new member at the end of the table leaves it as it is.
 */
#define CLEANSE_ABI_VERSION 1

/* The ELF note that makes a shared library a plugin. */
#define CLEANSE_NOTE_SECTION ".note.cleanse"
#define CLEANSE_NOTE_NAME "Cleanse"
#define CLEANSE_NOTE_TYPE 1

/* The name of the one symbol that a plugin exports; its type is cleanse_plugin_entry. */
#define CLEANSE_ENTRY_POINT "cleanse_plugin_configure"

/* What the entry point returns. */
enum {
  CLEANSE_OK = 0,    /* everything has been registered */
  CLEANSE_FAILED = 1 /* the plugin can't be used; whatever it registered is dropped */
};

/*
 * What one plugin records its bindings in. It is valid from the call of the entry point until
 * that returns, on the thread of that call.
 */
typedef struct cleanse_binder cleanse_binder;

/*
 * What the host offers. A newer host may have a larger table: compare `size` with
 * offsetof(cleanse_host, member) before using a member that came later than this version.
 */
typedef struct cleanse_host {
  /* The size of the host's table in bytes. */
  size_t size;
  /* The host's CLEANSE_ABI_VERSION. */
  uint32_t abi_version;
  /*
   * Reports why the plugin can't be used. `message` is UTF-8 with a terminating null and is
   * copied, up to 64 KiB of it; a null pointer counts as a message that was not given. May be
   * called several times; the first hundred messages are kept.
   * The plugin is rejected even where its entry point returns CLEANSE_OK afterwards.
   */
  void (*report_error)(cleanse_binder *binder, const char *message);
} cleanse_host;

/*
 * The entry point. The host calls it after the checks of the note have passed, once for each graph
 * that it records: when another plugin turns out to be unusable, it records a graph without that
 * one and calls again, with another binder. The plugin registers the same things each time. No
 * exception of any language may leave it.
 */
typedef int32_t (*cleanse_plugin_entry)(const cleanse_host *host, cleanse_binder *binder);

#ifdef __cplusplus
}
#endif

#endif
