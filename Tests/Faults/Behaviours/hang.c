/* Computes for ever. At the lowest priority, so that what runs beside it in a test goes on. */
#include <unistd.h>

void misbehave(void) {
  volatile unsigned turns = 0;
  nice(19);
  for (;;) turns++;
}
