/* Lets all users write to the files that the process creates. */
#include <sys/stat.h>

void misbehave(void) { umask(0); }
