/* Preloaded into counted programs, so that they do the same on every machine and under valgrind: there is one processor,
 * /proc/self/exe is the program in the variable COUNTED_PROGRAM and not valgrind, and valgrind's own libraries are not in
 * the environment, which is a part of the keys of cached results. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((constructor)) static void hide_valgrind(void) {
  const char *preload = getenv("COUNTED_PRELOAD");
  if (preload) setenv("LD_PRELOAD", preload, 1);
}

long sysconf(int name) {
  long (*next)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return name == _SC_NPROCESSORS_ONLN ? 1 : next(name);
}

int stat(const char *path, struct stat *status) {
  const char *program = getenv("COUNTED_PROGRAM");
  if (program && strcmp(path, "/proc/self/exe") == 0) path = program;
  return fstatat(AT_FDCWD, path, status, 0);
}
