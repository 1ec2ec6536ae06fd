/* Closes every descriptor, including those of its host. */
#include <unistd.h>

void misbehave(void) {
  for (int descriptor = 0; descriptor < 4096; descriptor++) close(descriptor);
}
