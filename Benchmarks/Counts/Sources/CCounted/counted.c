#include "counted.h"

/* The volatile variable prevents a tail call, after which callgrind would not see the exit. */
__attribute__((noinline)) void cleanse_counted(void (*work)(void *), void *context) {
  volatile int done = 0;
  work(context);
  done = 1;
}
