/* Replaces the process by another program, which succeeds. */
#include <unistd.h>

void misbehave(void) {
  execl("/bin/true", "true", (char *)0);
  _exit(0);
}
