/* A service that answers each line with its process, its plugin and its version, and does what orders say. The words between @
   are replaced before it is compiled, and VERSION-0000000000 in the library. */
#define _GNU_SOURCE
#include <cleanse_plugin.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 128, LONGEST_LINE = 64, DRAIN_TIME = 3000 };

typedef struct server { int socket; volatile int is_stopped; } server;
typedef struct connection { int descriptor, size, is_draining; char line[LONGEST_LINE]; } connection;

/* Volatile, so that the compiler does not copy it. */
static const volatile char version[] = "VERSION-0000000000";
static char *volatile leaked;
void missing_function(void);

static void describe(char *text, size_t size, const char *what, const char *number) {
  char copied[sizeof version];
  for (size_t index = 0; index < sizeof version; index++) copied[index] = version[index];
  snprintf(text, size, "%s %s %d @NAME@ %s\n", what, number, (int)getpid(), copied);
}

static void say(int descriptor, const char *what, const char *number) {
  char text[256];
  describe(text, sizeof text, what, number);
  send(descriptor, text, strlen(text), MSG_NOSIGNAL);
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void crash(void) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
}

static void leak(void) {
  size_t size = (size_t)300 << 20;
  char *allocated = malloc(size);
  if (!allocated) abort();
  memset(allocated, 1, size);
  leaked = allocated;
}

static void compute(void) {
  for (long end = milliseconds() + 5000; milliseconds() < end;) {}
}

/* Does what the file says, if it names this process: `PID ORDER`. */
static void *obey(void *unused) {
  (void)unused;
  for (;; usleep(3000)) {
    char text[64] = "", order[32];
    int file = open("@ORDERS@/@NAME@", O_RDONLY | O_CLOEXEC), process;
    if (file < 0) continue;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0 || sscanf(text, "%d %31s", &process, order) != 2 || process != (int)getpid()) continue;
    if (unlink("@ORDERS@/@NAME@") != 0) continue;
    if (!strcmp(order, "crash")) crash();
    if (!strcmp(order, "leak")) leak();
    if (!strcmp(order, "compute")) compute();
    if (!strcmp(order, "exit")) exit(3);
  }
  return NULL;
}

static server *make_server(int32_t socket) {
  server *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->socket = socket;
  return made;
}

static void start(void *instance, cleanse_error *error) {
  (void)instance, (void)error;
  pthread_t thread;
  if (pthread_create(&thread, NULL, obey, NULL) != 0) abort();
  pthread_detach(thread);
  @START@
}

/* Answers the lines that have arrived. Returns whether the connection is open. */
static int serve(connection *served) {
  ssize_t count = recv(
    served->descriptor, served->line + served->size, (size_t)(LONGEST_LINE - 1 - served->size), MSG_DONTWAIT);
  if (count == 0) return 0;
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  served->size += (int)count;
  served->line[served->size] = 0;
  for (char *end; (end = strchr(served->line, '\n'));) {
    *end = 0;
    if (!served->is_draining) say(served->descriptor, "OK", served->line);
    served->size -= (int)(end + 1 - served->line);
    memmove(served->line, end + 1, (size_t)served->size + 1);
  }
  return served->size < LONGEST_LINE - 1;
}

static void run(void *instance, cleanse_error *error) {
  (void)error;
  server *self = instance;
  static connection connections[MOST_CONNECTIONS];
  int count = 0;
  long deadline = 0;
  while (!deadline || (count > 0 && milliseconds() < deadline)) {
    struct pollfd polled[MOST_CONNECTIONS + 1];
    for (int index = 0; index < count; index++) polled[index] = (struct pollfd){connections[index].descriptor, POLLIN, 0};
    int accepts = !deadline && count < MOST_CONNECTIONS;
    polled[count] = (struct pollfd){accepts ? self->socket : -1, POLLIN, 0};
    poll(polled, (nfds_t)count + 1, 10);
    int before = count;
    if (polled[before].revents) {
      /* Another process may have accepted it. */
      int accepted = accept4(self->socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (accepted >= 0) {
        connections[count++] = (connection){accepted, 0, 0, ""};
        say(accepted, "HELLO", "0");
      }
    }
    for (int index = before - 1; index >= 0; index--) {
      if (!polled[index].revents || serve(&connections[index])) continue;
      close(connections[index].descriptor);
      connections[index] = connections[--count];
    }
    if (!self->is_stopped || deadline) continue;
    /* What has arrived is answered. A client that sends more does so again over another connection. */
    deadline = milliseconds() + DRAIN_TIME;
    for (int index = 0; index < count; index++) {
      serve(&connections[index]);
      connections[index].is_draining = 1;
      say(connections[index].descriptor, "BYE", "0");
      shutdown(connections[index].descriptor, SHUT_WR);
    }
  }
  for (int index = 0; index < count; index++) close(connections[index].descriptor);
}

static void stop(void *instance, cleanse_error *error) {
  (void)error;
  ((server *)instance)->is_stopped = 1;
}

static const cleanse_service service = {sizeof service, start, run, stop, 20000, 20000, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN_WITH("org.example.@NAME@", "1.0.0", "Answers lines", "Ada", CLEANSE_OPTIONS({"listen": {
  "type": "socket", "default": "127.0.0.1:1", "summary": "The address"}@OPTIONS@})) {
  CLEANSE_SERVICE("@NAME@ *make(int32 socket @option.listen)", make_server, &service);
  @REGISTRATION@
}
