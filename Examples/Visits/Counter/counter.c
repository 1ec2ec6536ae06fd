/* Binds the counter that the servers share. As they depend on it, it stops after them, and prints the number of visits. */
#include <cleanse_plugin.h>
#include <visits.h>

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
  visits visits;
  _Atomic uint64_t count;
};

static uint64_t add(void *state) {
  struct counter *counter = state;
  return atomic_fetch_add(&counter->count, 1) + 1;
}

static visits *make_counter(cleanse_error *error) {
  struct counter *counter = calloc(1, sizeof *counter);
  if (!counter) {
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  counter->visits.state = counter;
  counter->visits.add = add;
  return &counter->visits;
}

static void stop(void *instance, cleanse_error *error) {
  (void)error;
  struct counter *counter = ((visits *)instance)->state;
  printf("%" PRIu64 " visits\n", atomic_load(&counter->count));
  fflush(stdout);
}

static const cleanse_service service = {
  sizeof service, NULL, NULL, stop, 0, 0, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN("org.cleanse.examples.counter", "1.0.0", "Counts the visits of servers", "Cleanse") {
  CLEANSE_HANDLE("visits", free);
  CLEANSE_SERVICE("visits *make_counter() throws", make_counter, &service);
}
