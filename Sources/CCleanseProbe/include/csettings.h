/* The settings of a process and of the calling thread that the next plugin notices, as bytes that are compared at once. */
#ifndef CSETTINGS_H
#define CSETTINGS_H

#include <stddef.h>
#include <stdint.h>

/* The maximum number of bytes. */
#define CSETTINGS_SIZE 8192

/*
 * Writes what system calls and the C library return for those of the restorable settings which other code notices soon: not
 * the name, the OOM score adjustment, most attributes of prctl(2), and limits that hardly any program meets. Equal bytes mean
 * equal settings; different ones can mean equal settings, too, as while a timer runs.
 *
 * `mask` is the umask that is expected: it can only be read by setting one for a moment, which so rarely changes it.
 *
 * Returns the number of bytes, or -1 if a setting can't be read, or is too long.
 */
int csettings_read(uint8_t bytes[CSETTINGS_SIZE], uint32_t mask);

#endif
