/* Changes the environment. */
#include <stdlib.h>

void misbehave(void) {
  setenv("CLEANSE_FAULT", "1", 1);
  unsetenv("PATH");
}
