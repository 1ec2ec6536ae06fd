#ifndef CLEANSE_FOREIGN_CALLS_H
#define CLEANSE_FOREIGN_CALLS_H

#include <ffi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Calls into plugins that an exception of C++ doesn't get out of: Swift has no way to catch one, and it
// would end the process.
//
// Both return 0, or 1 where an exception was thrown; then `message` has what it tells, with a
// terminating null and cut to `size` bytes, and what the function should have returned is missing.
// The end of a thread (pthread_exit, pthread_cancel) is let through.

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
