#define _GNU_SOURCE
#include "chttp.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <stdlib.h>

/* What a connection may use for its request and the head of its answer, in bytes. */
enum { CONNECTION_MEMORY = 16384 };

static struct {
  __typeof__(MHD_start_daemon) *start;
  __typeof__(MHD_lookup_connection_value) *value;
  __typeof__(MHD_create_response_from_buffer) *create;
  __typeof__(MHD_add_response_header) *add;
  __typeof__(MHD_queue_response) *queue;
  __typeof__(MHD_destroy_response) *destroy;
} http;

static struct {
  chttp_responder respond;
  void *context;
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
  return http.start && http.value && http.create && http.add && http.queue && http.destroy ? 0 : -1;
}

/* It is called first when the head of a request has arrived. No body is read: libmicrohttpd ends such a connection. */
static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  (void)context, (void)version, (void)data, (void)size, (void)state;
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

int chttp_start(int socket, uint32_t connections, uint32_t seconds, chttp_responder respond, void *context) {
  server.respond = respond;
  server.context = context;
  /* With epoll, version 0.9.75 can wait although connections have unread requests. */
  return http.start(MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer, NULL,
                    MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket, MHD_OPTION_CONNECTION_LIMIT,
                    (unsigned int)connections, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)seconds,
                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_END)
             ? 0
             : -1;
}
