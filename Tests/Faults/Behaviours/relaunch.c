/* Leaves another program behind, in a session of its own, whose parents have ended. */
#include <stdlib.h>
#include <unistd.h>

void misbehave(void) {
  if (system("setsid -f /bin/sleep 100") != 0) abort();
  usleep(100000);
}
