/* Allocates memory without end, and does not check whether the allocation succeeds. */
#include <stdlib.h>
#include <string.h>

void misbehave(void) {
  for (;;) {
    char *volatile block = malloc(1 << 24);
    memset(block, 1, 1 << 24);
  }
}
