/* Sleeps longer than any deadline, with all signals blocked that can be blocked. */
#include <signal.h>
#include <unistd.h>

void misbehave(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  for (;;) sleep(60);
}
