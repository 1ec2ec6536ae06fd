#ifndef CLEANSE_FOREIGN_CALLS_H
#define CLEANSE_FOREIGN_CALLS_H

#include <ffi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Calls into plugins that catch C++ exceptions: Swift can't catch them, and they would terminate the
// process.
//
// Both functions return null, or, if an exception was thrown, its message, truncated to 1023 bytes. In that case there is
// no result. The next exception on the same thread overwrites the message.
// The end of a thread (pthread_exit, pthread_cancel) is not caught.

/// Calls a function through libffi, as ffi_call does. The interface is an `ffi_cif *`.
const char *cleanse_foreign_call(void *interface, void (*function)(void), void *result,
                                 void **arguments);

/// Calls the entry point of a plugin.
const char *cleanse_foreign_configure(int32_t (*entry)(const void *host, void *binder),
                                      const void *host, void *binder, int32_t *status);

#ifdef __cplusplus
}
#endif

#endif
