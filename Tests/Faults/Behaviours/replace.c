/* Replaces its own file by another one, as an update does: the file of the same name with `.new`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

void misbehave(void) {
  Dl_info self;
  char other[4096];
  if (dladdr((void *)misbehave, &self) == 0) return;
  snprintf(other, sizeof other, "%s.new", self.dli_fname);
  rename(other, self.dli_fname);
}
