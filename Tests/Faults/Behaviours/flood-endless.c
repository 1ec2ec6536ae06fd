/* Writes for ever. */
#include <string.h>
#include <unistd.h>

void misbehave(void) {
  char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (;;) {
    if (write(1, block, sizeof block) < 0) usleep(1000);
  }
}
