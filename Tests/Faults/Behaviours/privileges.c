/* Gives up for the whole process what nobody can have back. */
#include <sys/prctl.h>

void misbehave(void) { prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }
