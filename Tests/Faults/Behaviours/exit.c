/* Ends the process as if all were well; what is registered for the end runs. */
#include <stdlib.h>

void misbehave(void) { exit(0); }
