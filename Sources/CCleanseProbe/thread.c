#define _GNU_SOURCE
#include "cthread.h"

#include <linux/capability.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void read_capabilities(cthread_credentials *credentials) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct halves[_LINUX_CAPABILITY_U32S_3] = {{0}};
  credentials->permitted = credentials->effective = 0;
  if (syscall(SYS_capget, &header, halves) != 0) return;
  credentials->permitted = halves[0].permitted | (uint64_t)halves[1].permitted << 32;
  credentials->effective = halves[0].effective | (uint64_t)halves[1].effective << 32;
}

/* Only a thread with CAP_SETPCAP can remove capabilities from the set, so no other one needs to read it. */
static void read_bounding_set(cthread_credentials *credentials) {
  credentials->bounding = 0;
  if (!(credentials->permitted >> CAP_SETPCAP & 1)) return;
  /* The system fails at the first number that is no capability. */
  for (int capability = 0; capability < 64; capability++) {
    const int is_set = prctl(PR_CAPBSET_READ, capability, 0L, 0L, 0L);
    if (is_set < 0) break;
    credentials->bounding |= (uint64_t)is_set << capability;
  }
}

void cthread_read_credentials(cthread_credentials *credentials) {
  uint32_t *user = credentials->user, *group = credentials->group;
  getresuid(&user[0], &user[1], &user[2]);
  getresgid(&group[0], &group[1], &group[2]);
  /* No ID is -1, so nothing changes. */
  user[3] = (uint32_t)setfsuid((uid_t)-1);
  group[3] = (uint32_t)setfsgid((gid_t)-1);
  read_capabilities(credentials);
  read_bounding_set(credentials);
}

void cthread_read_name(char *name) {
  memset(name, 0, CTHREAD_NAME_SIZE);
  prctl(PR_GET_NAME, name, 0L, 0L, 0L);
}

void cthread_set_name(const char *name) { prctl(PR_SET_NAME, name, 0L, 0L, 0L); }
