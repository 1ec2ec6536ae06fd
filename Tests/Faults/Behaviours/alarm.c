/* Ends the process by a timer after two seconds. */
#include <sys/time.h>
#include <unistd.h>

void misbehave(void) {
  struct itimerval profiling = {.it_value = {.tv_sec = 2}};
  setitimer(ITIMER_PROF, &profiling, 0);
  alarm(2);
}
