/*
 * wcwidth (POSIX.1-2017, XSI). glibc's <wchar.h> declares it under _XOPEN_SOURCE alone, and the
 * Glibc module is built without that.
 */
#include <stddef.h>

extern int wcwidth(wchar_t character);
