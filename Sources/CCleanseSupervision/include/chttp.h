/* Answers requests over HTTP, with libmicrohttpd. */
#ifndef CHTTP_H
#define CHTTP_H

#include <stddef.h>
#include <stdint.h>

/* The answer to a request. */
typedef struct chttp_answer {
  uint32_t status;
  /* The value of Content-Type, and that of Allow or NULL. These and the body are from malloc, and are freed. */
  char *type, *allow;
  uint8_t *body;
  size_t size;
} chttp_answer;

/* Answers a request, in the only thread of the server. `accept` is NULL without that header. */
typedef void (*chttp_responder)(const char *method, const char *path, const char *accept, chttp_answer *answer,
                                void *context);

/* The name of the library. */
#define CHTTP_LIBRARY "libmicrohttpd.so.12"

/* Loads the library, which nothing else needs. Returns -1 if it can't be loaded, or is of another version. */
int chttp_load(void);

/*
 * Starts a thread that accepts connections from a listening socket, fewer than so many at a time, and ends those that do nothing for
 * some seconds. If there are more, it ends the one that has waited longest. Returns -1 if it can't be started.
 */
int chttp_start(int socket, uint32_t connections, uint32_t seconds, chttp_responder respond, void *context);

#endif
