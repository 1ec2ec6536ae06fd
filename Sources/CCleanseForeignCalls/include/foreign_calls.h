#ifndef CLEANSE_FOREIGN_CALLS_H
#define CLEANSE_FOREIGN_CALLS_H

#include <ffi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Calls into plugins that catch C++ exceptions: Swift can't catch them, and they would terminate the
// process.
//
// Both functions return 0, or 1 if an exception was thrown. In that case `message` contains its message,
// null-terminated and truncated to `size` bytes, and there is no result.
// The end of a thread (pthread_exit, pthread_cancel) is not caught.

/// Calls a function through libffi, as ffi_call does.
int32_t cleanse_foreign_call(ffi_cif *interface, void (*function)(void), void *result,
                             void **arguments, char *message, size_t size);

/// Calls the entry point of a plugin.
int32_t cleanse_foreign_configure(int32_t (*entry)(const void *host, void *binder),
                                  const void *host, void *binder, int32_t *status, char *message,
                                  size_t size);

#ifdef __cplusplus
}
#endif

#endif
