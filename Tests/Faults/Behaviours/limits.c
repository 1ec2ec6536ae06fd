/* Sets limits so low that the process can open hardly any files, and write none. */
#include <sys/resource.h>

static void lower(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = value;
  setrlimit(resource, &limit);
}

void misbehave(void) {
  lower(RLIMIT_NOFILE, 3);
  lower(RLIMIT_FSIZE, 0);
}
