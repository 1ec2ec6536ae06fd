/* Ends the thread that called it; if this is the last thread, the process ends with status 0. */
#include <pthread.h>

void misbehave(void) { pthread_exit(0); }
