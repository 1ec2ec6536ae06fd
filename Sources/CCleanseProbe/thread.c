#include "cthread.h"

#include <string.h>
#include <sys/prctl.h>

void cthread_read_name(char *name) {
  memset(name, 0, CTHREAD_NAME_SIZE);
  prctl(PR_GET_NAME, name, 0L, 0L, 0L);
}

void cthread_set_name(const char *name) { prctl(PR_SET_NAME, name, 0L, 0L, 0L); }
