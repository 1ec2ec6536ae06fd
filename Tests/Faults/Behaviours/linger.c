/* Leaves a process behind that keeps every descriptor open; it ends on its own after a while. */
#include <unistd.h>

void misbehave(void) {
  if (fork() != 0) return;
  sleep(20);
  _exit(0);
}
