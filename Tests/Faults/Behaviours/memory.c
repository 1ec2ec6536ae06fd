/* Takes memory without end, and does not look whether it gets any. */
#include <stdlib.h>
#include <string.h>

void misbehave(void) {
  for (;;) memset(malloc(1 << 24), 1, 1 << 24);
}
