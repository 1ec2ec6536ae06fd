/* Changes the working directory. */
#include <unistd.h>

void misbehave(void) {
  if (chdir("/usr") != 0) _exit(1);
}
