/* Writes four megabytes to both outputs. */
#include <string.h>
#include <unistd.h>

void misbehave(void) {
  char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (int count = 0; count < 32; count++) {
    if (write(1, block, sizeof block) < 0) return;
    if (write(2, block, sizeof block) < 0) return;
  }
}
