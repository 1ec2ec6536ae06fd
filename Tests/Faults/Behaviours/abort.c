/* Gives up. */
#include <stdlib.h>

void misbehave(void) { abort(); }
