/* The restorable settings of a process and of the calling thread, as words that are compared at once. */
#ifndef CSETTINGS_H
#define CSETTINGS_H

#include <stdint.h>

/* The number of words. */
#define CSETTINGS_COUNT 1024

/*
 * Writes what system calls and the C library return for all of the restorable settings. Equal words mean equal settings;
 * different ones can mean equal settings, too, as while a timer runs.
 *
 * `mask` is the umask that is expected: it can only be read by setting one for a moment, which so rarely changes it.
 *
 * Returns 0, or -1 if a setting can't be read, or is too long for the words.
 */
int csettings_read(uint64_t *words, uint32_t mask);

#endif
