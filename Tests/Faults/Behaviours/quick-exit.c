/* Ends the process at once, with status 0. */
#include <unistd.h>

void misbehave(void) { _exit(0); }
