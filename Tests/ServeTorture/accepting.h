/* A service that handles one connection after the other until it is stopped. Both are events: it never waits for a time. */
#include <cleanse_plugin.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* The first member of the instance of a service. */
typedef struct acceptor { int socket, stopping; } acceptor;

/* Allocates an instance. */
static void *make_acceptor(size_t size, int32_t socket) {
  acceptor *made = calloc(1, size);
  if (!made) abort();
  *made = (acceptor){socket, eventfd(0, EFD_CLOEXEC)};
  if (made->stopping < 0) abort();
  return made;
}

/* Handles connections until the service is stopped. */
static void accept_connections(acceptor *self, void (*handle)(acceptor *self, int connection)) {
  for (;;) {
    struct pollfd polled[] = {{self->socket, POLLIN, 0}, {self->stopping, POLLIN, 0}};
    if (poll(polled, 2, -1) < 0) continue;
    if (polled[1].revents) return;
    /* Another process may have accepted it. */
    int connection = accept4(self->socket, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) continue;
    handle(self, connection);
    close(connection);
  }
}

static void stop(void *instance, cleanse_error *error) {
  (void)error;
  if (eventfd_write(((acceptor *)instance)->stopping, 1) != 0) abort();
}
