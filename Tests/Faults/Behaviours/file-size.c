/* Writes a file that is larger than any disk. */
#include <stdio.h>
#include <unistd.h>

void misbehave(void) {
  FILE *file = tmpfile();
  if (file != 0 && ftruncate(fileno(file), 1L << 42) != 0) fclose(file);
}
