/* Prints what a host may print, with characters that control a terminal. */
#include <stdio.h>

void misbehave(void) {
  printf("{\"schema\":\"cleanse-list/1\",\"plugins\":[]}\n\033[2J");
  fflush(stdout);
}
