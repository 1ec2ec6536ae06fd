/* Kills the process that started it. */
#include <signal.h>
#include <unistd.h>

void misbehave(void) {
  kill(getppid(), SIGKILL);
  for (;;) pause();
}
