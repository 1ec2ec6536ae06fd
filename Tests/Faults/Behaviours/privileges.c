/* Gives up privileges of the whole process that can't be regained. */
#include <sys/prctl.h>

void misbehave(void) { prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }
