/* Kills its own process, with the signal that a host uses at the deadline. */
#include <signal.h>
#include <unistd.h>

void misbehave(void) { kill(getpid(), SIGKILL); }
