/* The counter that the servers of this example share: the key `visits *`. */
#ifndef VISITS_H
#define VISITS_H

#include <stdint.h>

typedef struct visits {
  void *state;
  /* Counts one more visit, and returns the number of visits so far. Any thread may call it. */
  uint64_t (*add)(void *state);
} visits;

#endif
