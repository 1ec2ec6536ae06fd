/* Ends the thread that called it; with the last thread, the process succeeds. */
#include <pthread.h>

void misbehave(void) { pthread_exit(0); }
