/* What the calling thread is and may do, as system calls return it. */
#ifndef CTHREAD_H
#define CTHREAD_H

#include <stdint.h>

/* The user of a thread: what decides its permissions, except for the supplementary groups. */
typedef struct cthread_credentials {
  /* The real, effective, saved and file system IDs. */
  uint32_t user[4], group[4];
  /* Sets of capabilities, a bit for each. The bounding set is 0 where the thread can't change it. */
  uint64_t permitted, effective, bounding;
} cthread_credentials;

/* Reads the credentials of the calling thread. */
void cthread_read_credentials(cthread_credentials *credentials);

/* The size of a thread's name, with the null at its end. */
#define CTHREAD_NAME_SIZE 16

/* Reads the name of the calling thread. */
void cthread_read_name(char *name);

/* Changes the name of the calling thread; longer names are cut. */
void cthread_set_name(const char *name);

#endif
