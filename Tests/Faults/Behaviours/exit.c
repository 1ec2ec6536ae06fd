/* Exits with status 0; the functions registered with atexit run. */
#include <stdlib.h>

void misbehave(void) { exit(0); }
