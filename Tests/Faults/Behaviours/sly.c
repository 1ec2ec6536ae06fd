/* Behaves well while it is only probed, and leaves a process behind when it is used. */
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

void misbehave(void) {
  char name[16] = "";
  prctl(PR_GET_NAME, name);
  if (strncmp(name, "probe-", 6) == 0 || fork() != 0) return;
  sleep(20);
  _exit(0);
}
