/* An HTTP server of libmicrohttpd, which answers each request with the number of visits. */
#define _GNU_SOURCE
#include <cleanse_plugin.h>
#include <visits.h>

#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef struct web {
  visits *counter;
  int socket;
  struct MHD_Daemon *daemon;
  /* Readable when the server is to stop. */
  int stop_signal;
  /* Whether clients have to close their connections. */
  _Atomic int is_draining;
  _Atomic int is_accepting;
  /* The number of connections that have been accepted and not closed. */
  _Atomic int open_count;
} web;

static web *make_web(visits *counter, int32_t socket, cleanse_error *error) {
  web *server = calloc(1, sizeof *server);
  if (!server) {
    CLEANSE_FAIL(error, "there is no memory left");
    return NULL;
  }
  server->counter = counter;
  server->socket = socket;
  server->stop_signal = eventfd(0, EFD_CLOEXEC);
  if (server->stop_signal < 0) {
    CLEANSE_FAIL(error, strerror(errno));
    free(server);
    return NULL;
  }
  return server;
}

static void free_web(void *instance) {
  web *server = instance;
  close(server->stop_signal);
  free(server);
}

static void connection_changed(
  void *state, struct MHD_Connection *connection, void **value,
  enum MHD_ConnectionNotificationCode code) {
  (void)connection, (void)value;
  web *server = state;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) atomic_fetch_sub(&server->open_count, 1);
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
  /* With MHD_USE_EPOLL, libmicrohttpd 0.9.75 can wait although connections have unread requests, until they time out, if
     many clients connect at once. poll reports each of them in every call. */
  server->daemon = MHD_start_daemon(
    MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, answer,
    server, MHD_OPTION_CONNECTION_TIMEOUT, 5u, MHD_OPTION_NOTIFY_CONNECTION,
    connection_changed, server, MHD_OPTION_END);
  if (!server->daemon) CLEANSE_FAIL(error, "libmicrohttpd can't start a thread");
}

/* Returns whether the system has something to accept a connection with. */
static int accept_connection(web *server) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  /* Another process may have accepted the connection. */
  int connection =
    accept4(server->socket, (struct sockaddr *)&address, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (connection < 0) return errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
  atomic_fetch_add(&server->open_count, 1);
  if (MHD_add_connection(server->daemon, connection, (struct sockaddr *)&address, size) != MHD_YES) {
    atomic_fetch_sub(&server->open_count, 1);
  }
  return 1;
}

/* Accepts connections, which the thread of libmicrohttpd answers. */
static void run(void *instance, cleanse_error *error) {
  web *server = instance;
  atomic_store(&server->is_accepting, 1);
  struct pollfd polled[] = {{server->socket, POLLIN, 0}, {server->stop_signal, POLLIN, 0}};
  while (poll(polled, 2, -1) >= 0 || errno == EINTR) {
    if (polled[1].revents) break;
    if (polled[0].revents & (POLLERR | POLLNVAL)) {
      CLEANSE_FAIL(error, "the socket can't be used");
      break;
    }
    if (polled[0].revents && !accept_connection(server)) poll(polled + 1, 1, 100);
  }
  atomic_store(&server->is_accepting, 0);
}

/* Accepts no more connections, and waits until the others have been answered and closed. */
static void stop(void *instance, cleanse_error *error) {
  (void)error;
  web *server = instance;
  atomic_store(&server->is_draining, 1);
  eventfd_write(server->stop_signal, 1);
  for (int count = 0; count < 1000; count++) {
    if (!atomic_load(&server->is_accepting) && atomic_load(&server->open_count) == 0) break;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  MHD_stop_daemon(server->daemon);
}

static const cleanse_service service = {
  sizeof service, start, run, stop, 5000, 15000, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN_WITH(
  "org.cleanse.examples.web", "1.0.0", "Serves the number of visits over HTTP", "Cleanse",
  CLEANSE_OPTIONS({"listen": {
    "type": "socket", "default": "127.0.0.1:8080", "summary": "The address of the server"}})) {
  CLEANSE_HANDLE("web", free_web);
  CLEANSE_SERVICE(
    "web *make_web(visits *counter, int32 socket @option.listen) throws", make_web, &service);
}
