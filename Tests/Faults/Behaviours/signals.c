/* Handles signals that belong to the host. */
#include <signal.h>

static void ignore(int number) { (void)number; }

void misbehave(void) {
  signal(SIGINT, ignore);
  signal(SIGCHLD, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
}
