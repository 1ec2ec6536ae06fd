/* Changes what prctl(2) knows of the process, its name among it, and blocks signals. */
#include <signal.h>
#include <sys/prctl.h>

void misbehave(void) {
  prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
  prctl(PR_SET_PDEATHSIG, (long)SIGKILL, 0L, 0L, 0L);
  prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
  prctl(PR_SET_NAME, "other");
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, 0);
}
