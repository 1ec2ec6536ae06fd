/* The restorable settings of a process and of the calling thread, as bytes that are compared at once. */
#ifndef CSETTINGS_H
#define CSETTINGS_H

#include <stddef.h>
#include <stdint.h>

/* The maximum number of bytes. */
#define CSETTINGS_SIZE 8192

/*
 * Writes what system calls and the C library return for all of the restorable settings. Equal bytes mean equal settings;
 * different ones can mean equal settings, too, as while a timer runs.
 *
 * `mask` is the umask that is expected: it can only be read by setting one for a moment, which so rarely changes it.
 * `score_file` is the open /proc/self/oom_score_adj, or -1: the kernel takes ten times as long to open it as to read it.
 *
 * Returns the number of bytes, or -1 if a setting can't be read, or is too long.
 */
int csettings_read(uint8_t bytes[CSETTINGS_SIZE], uint32_t mask, int score_file);

#endif
