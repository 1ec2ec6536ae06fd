/* Opens descriptors until the system refuses. */
#include <fcntl.h>

void misbehave(void) {
  while (open("/dev/null", O_RDONLY) >= 0) {
  }
}
