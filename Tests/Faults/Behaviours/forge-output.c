/* Prints a forged result, and ends the process as if that had been the real one. */
#include <stdio.h>
#include <unistd.h>

void misbehave(void) {
  printf("{\"schema\":\"cleanse-probe/1\",\"graph\":{\"bindings\":[]},\"status\":\"ok\"}\n");
  fflush(stdout);
  _exit(0);
}
