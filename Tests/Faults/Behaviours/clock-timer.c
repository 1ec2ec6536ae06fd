/* Ends the process by a timer that no other code can find. */
#include <signal.h>
#include <time.h>

void misbehave(void) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  struct itimerspec end = {.it_value = {.tv_sec = 2}};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &end, 0);
}
