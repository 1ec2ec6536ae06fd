/* Registers many functions, and binds the average time of a registration in nanoseconds. */
#include "functions.h"

#include <cleanse_plugin.h>
#include <stdio.h>
#include <time.h>

/* With their parameters, fewer than a plugin may declare. */
enum { COUNT = 5000 };
static char signatures[COUNT][128];

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

CLEANSE_PLUGIN("org.cleanse.bench.signatures", "1.0.0", "Many functions", "The Cleanse authors") {
  for (int number = 0; number < COUNT; number++) {
    snprintf(
      signatures[number], sizeof signatures[number],
      "double area(double width @bench.width, double height @bench.height) @bench.area%d", number);
  }
  const double start = nanoseconds();
  for (int number = 0; number < COUNT; number++) CLEANSE_BIND(signatures[number], area, 0);
  CLEANSE_VALUE("double @bench.registration", double, (nanoseconds() - start) / COUNT);
}
