/* Starts processes until the system refuses, or there are sixty-four. */
#include <unistd.h>

void misbehave(void) {
  for (int count = 0; count < 64; count++) {
    pid_t child = fork();
    if (child < 0) return;
    if (child > 0) continue;
    sleep(20);
    _exit(0);
  }
}
