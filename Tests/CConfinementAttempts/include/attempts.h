/* What a confined process tries, and what it has to get. */
#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include <stdbool.h>
#include <stdint.h>

/* What the attempts are made on. */
typedef struct attempts_scene {
  /* The directory that may be written, and one that may not be touched, with the file `secret`. */
  const char *writable, *forbidden;
  /* A readable directory with the file `data`, of the same user. */
  const char *readable;
  /* An unconfined process of the same user. */
  int32_t victim;
  /* A TCP port of this machine on which a socket listens. */
  uint16_t port;
} attempts_scene;

/* An attempt: what it should give, and by which version of Landlock it gives that. */
typedef struct attempts_result {
  const char *name;
  /* 0 or an errno. */
  int expected, result;
} attempts_result;

/*
 * Makes the attempt of this index with this version of Landlock; false if there are no more. With `granted`, the
 * attempts are those of a process that may connect to the port, resolve names, and execute /bin/true.
 */
bool attempts_make(
    long index, bool granted, int landlock_version, const attempts_scene *scene, attempts_result *result);

/* Listens on a TCP port of the loopback interface. Returns the port, or 0 with errno. */
uint16_t attempts_listen(void);

/* fork(2), which Swift can't call. */
int32_t attempts_fork(void);

/* Sends a descriptor over a connection, and receives one; -1 if it fails, or if none was sent. */
int attempts_send(int connection, int descriptor);
int attempts_receive(int connection);

/* Installs a filter that allows all and has a listener, as a container may have one. Returns -1 with errno. */
int attempts_take_listener(void);

/* A connected pair of sockets. Returns -1 with errno. */
int attempts_connect(int *one, int *other);

#endif
