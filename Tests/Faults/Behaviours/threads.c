/* Starts threads that never end. */
#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *nothing) {
  for (;;) pause();
  return nothing;
}

void misbehave(void) {
  for (int count = 0; count < 16; count++) {
    pthread_t thread;
    if (pthread_create(&thread, 0, wait_for_ever, 0) != 0) return;
    pthread_detach(thread);
  }
}
