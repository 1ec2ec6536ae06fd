/* Writes to every descriptor but the standard ones, without end. */
#include <unistd.h>

void misbehave(void) {
  static char zeros[1 << 16];
  for (int descriptor = 3; descriptor < 256; descriptor++) {
    while (write(descriptor, zeros, sizeof zeros) > 0) continue;
  }
}
