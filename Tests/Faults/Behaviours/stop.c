/* Stops its own process: it neither runs nor ends. */
#include <signal.h>

void misbehave(void) { raise(SIGSTOP); }
