/* Closes every descriptor, those of its host too. */
#include <unistd.h>

void misbehave(void) {
  for (int descriptor = 0; descriptor < 4096; descriptor++) close(descriptor);
}
