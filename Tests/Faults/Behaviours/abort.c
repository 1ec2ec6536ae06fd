/* Aborts. */
#include <stdlib.h>

void misbehave(void) { abort(); }
