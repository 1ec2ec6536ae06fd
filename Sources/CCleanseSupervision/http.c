#define _GNU_SOURCE
#include "chttp.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

/* What a connection may use for its request and the head of its answer, in bytes. */
enum { CONNECTION_MEMORY = 8192 };

static struct {
  __typeof__(MHD_start_daemon) *start;
  __typeof__(MHD_lookup_connection_value) *value;
  __typeof__(MHD_create_response_from_buffer) *create;
  __typeof__(MHD_add_response_header) *add;
  __typeof__(MHD_queue_response) *queue;
  __typeof__(MHD_destroy_response) *destroy;
  __typeof__(MHD_get_connection_info) *info;
} http;

/* An open connection, in the order in which they were made, or answered last. */
typedef struct entry {
  struct entry *before, *after;
  int socket;
  /* Whether it was ended, and the library has not noticed yet. */
  int is_ended;
} entry;

/* Only the thread of the library uses the entries. */
static struct {
  chttp_responder respond;
  void *context;
  /* One more than may stay open: the new one for which the oldest has to go. */
  uint32_t most;
  uint32_t count;
  entry *oldest, *newest;
} server;

int chttp_load(void) {
  void *library = dlopen(CHTTP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  http.start = dlsym(library, "MHD_start_daemon");
  http.value = dlsym(library, "MHD_lookup_connection_value");
  http.create = dlsym(library, "MHD_create_response_from_buffer");
  http.add = dlsym(library, "MHD_add_response_header");
  http.queue = dlsym(library, "MHD_queue_response");
  http.destroy = dlsym(library, "MHD_destroy_response");
  http.info = dlsym(library, "MHD_get_connection_info");
  return http.start && http.value && http.create && http.add && http.queue && http.destroy && http.info ? 0 : -1;
}

static void append(entry *added) {
  added->before = server.newest;
  added->after = NULL;
  *(server.newest ? &server.newest->after : &server.oldest) = added;
  server.newest = added;
}

static void take_out(entry *removed) {
  *(removed->before ? &removed->before->after : &server.oldest) = removed->after;
  *(removed->after ? &removed->after->before : &server.newest) = removed->before;
}

/* Ends the connection that has waited longest for a request. The library closes it when it reads the end. */
static void end_oldest(void) {
  entry *found = server.oldest;
  while (found && found->is_ended) found = found->after;
  if (!found) return;
  found->is_ended = 1;
  shutdown(found->socket, SHUT_RDWR);
}

/* Connections that send nothing must not keep out others: when there is no more room for the next one, the oldest has to go. */
static void follow(void *context, struct MHD_Connection *connection, void **state,
                   enum MHD_ConnectionNotificationCode code) {
  (void)context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info = http.info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    entry *added = info ? calloc(1, sizeof *added) : NULL;
    *state = added;
    if (!added) return;
    added->socket = info->connect_fd;
    append(added);
    if (++server.count >= server.most) end_oldest();
  } else if (*state) {
    take_out(*state);
    server.count--;
    free(*state);
    *state = NULL;
  }
}

/* A connection that was answered is as good as a new one. */
static void renew(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = http.info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  entry *answered = info ? info->socket_context : NULL;
  if (!answered) return;
  take_out(answered);
  append(answered);
}

/* It is called first when the head of a request has arrived. No body is read: libmicrohttpd ends such a connection. */
static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  (void)context, (void)version, (void)data, (void)size, (void)state;
  renew(connection);
  chttp_answer made = {0};
  server.respond(method, path, http.value(connection, MHD_HEADER_KIND, "Accept"), &made, server.context);
  struct MHD_Response *response = http.create(made.size, made.body, MHD_RESPMEM_MUST_FREE);
  enum MHD_Result result = response && made.type ? http.add(response, "Content-Type", made.type) : MHD_NO;
  /* A proxy must not answer a probe for the host. */
  if (result == MHD_YES) result = http.add(response, "Cache-Control", "no-store");
  if (result == MHD_YES && made.allow) result = http.add(response, "Allow", made.allow);
  if (result == MHD_YES) result = http.queue(connection, made.status, response);
  if (response) {
    http.destroy(response);
  } else {
    free(made.body);
  }
  free(made.type);
  free(made.allow);
  return result;
}

/* So many connections, or as many as the process may have descriptors for, besides its own. */
static uint32_t within_limit(uint32_t connections) {
  enum { OWN = 16 };
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= connections + OWN) return connections;
  return limit.rlim_cur > 2 * OWN ? (uint32_t)limit.rlim_cur - OWN : OWN;
}

/* Leaves percent-encoding as it is. Decoded, a path with `%00` would be compared only up to that. */
static size_t keep_encoded(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

int chttp_start(int socket, uint32_t connections, uint32_t seconds, chttp_responder respond, void *context) {
  server.respond = respond;
  server.context = context;
  server.most = within_limit(connections);
  /* With epoll, version 0.9.75 can wait although connections have unread requests. */
  return http.start(MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer, NULL,
                    MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket, MHD_OPTION_CONNECTION_LIMIT,
                    (unsigned int)server.most, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)seconds,
                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
                    MHD_OPTION_UNESCAPE_CALLBACK, keep_encoded, NULL, MHD_OPTION_NOTIFY_CONNECTION,
                    follow, NULL, MHD_OPTION_END)
             ? 0
             : -1;
}
