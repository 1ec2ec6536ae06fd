/* Leaves a process behind that holds every descriptor open; it ends by itself after a while. */
#include <unistd.h>

void misbehave(void) {
  if (fork() != 0) return;
  sleep(20);
  _exit(0);
}
