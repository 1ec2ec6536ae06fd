/* Ends the process at once, with the status of success. */
#include <unistd.h>

void misbehave(void) { _exit(0); }
