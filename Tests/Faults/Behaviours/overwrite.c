/* Writes into its own file, in place: a byte of the header that means nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

void misbehave(void) {
  Dl_info self;
  if (dladdr((void *)misbehave, &self) == 0) return;
  int file = open(self.dli_fname, O_WRONLY);
  if (file < 0) return;
  if (pwrite(file, "x", 1, 15) < 0) _exit(1);
  close(file);
}
