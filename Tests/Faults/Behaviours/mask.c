/* Lets everybody write to what the process creates. */
#include <sys/stat.h>

void misbehave(void) { umask(0); }
