/* An HTTP server of libmicrohttpd, which answers each request with the number of visits. */
#include <cleanse_plugin.h>
#include <visits.h>

#include <inttypes.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct web {
  visits *counter;
  int socket;
  struct MHD_Daemon *daemon;
  /* Whether clients have to close their connections. */
  _Atomic int is_draining;
} web;

static web *make_web(visits *counter, int32_t socket, cleanse_error *error) {
  web *server = calloc(1, sizeof *server);
  if (!server) {
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  server->counter = counter;
  server->socket = socket;
  return server;
}

static enum MHD_Result answer(
  void *state, struct MHD_Connection *connection, const char *url, const char *method,
  const char *version, const char *data, size_t *size, void **request) {
  (void)url, (void)version, (void)data, (void)size;
  static int known;
  web *server = state;
  /* The first call for a request has only its head. */
  if (!*request) {
    *request = &known;
    return MHD_YES;
  }
  if (strcmp(method, "GET") != 0) return MHD_NO;
  char text[64];
  int length = snprintf(
    text, sizeof text, "visit %12" PRIu64 "\n", server->counter->add(server->counter->state));
  struct MHD_Response *response =
    MHD_create_response_from_buffer((size_t)length, text, MHD_RESPMEM_MUST_COPY);
  if (!response) return MHD_NO;
  if (atomic_load(&server->is_draining)) MHD_add_response_header(response, "Connection", "close");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

static void start(void *instance, cleanse_error *error) {
  web *server = instance;
  server->daemon = MHD_start_daemon(
    MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_USE_ITC, 0, NULL, NULL, answer, server,
    MHD_OPTION_LISTEN_SOCKET, server->socket, MHD_OPTION_CONNECTION_TIMEOUT, 5u, MHD_OPTION_END);
  if (!server->daemon) CLEANSE_FAIL(error, "libmicrohttpd can't use the socket");
}

/* Stops to accept connections, and waits until the others have been answered and closed. */
static void stop(void *instance, cleanse_error *error) {
  (void)error;
  web *server = instance;
  atomic_store(&server->is_draining, 1);
  MHD_quiesce_daemon(server->daemon);
  for (int tenths = 0; tenths < 100; tenths++) {
    const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    if (!info || info->num_connections == 0) break;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  MHD_stop_daemon(server->daemon);
}

static const cleanse_service service = {
  sizeof service, start, NULL, stop, 5000, 15000, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN_WITH(
  "org.cleanse.examples.web", "1.0.0", "Serves the number of visits over HTTP", "Cleanse",
  CLEANSE_OPTIONS({"listen": {
    "type": "socket", "default": "127.0.0.1:8080", "summary": "The address of the server"}})) {
  CLEANSE_HANDLE("web", free);
  CLEANSE_SERVICE(
    "web *make_web(visits *counter, int32 socket @option.listen) throws", make_web, &service);
}
