/* A plugin that shares instances: its own, and those of the plugins that the words between @ name. Its service answers each
   connection with its process, and with the address and the number of each instance that it has got. */
#define _GNU_SOURCE
#include <accepting.h>
#include <stdio.h>
#include <sys/random.h>

/* A shared instance, with a number that no other one has. */
typedef struct instance { uint64_t number; } instance;

/* What the service has got, as text. */
typedef struct server { acceptor acceptor; char answer[4096]; } server;

static instance *make_instance(void) {
  instance *made = calloc(1, sizeof *made);
  if (!made || getrandom(&made->number, sizeof made->number, 0) != sizeof made->number) abort();
  return made;
}

/* A binding that is not shared: where it is created. */
static int64_t make_process(void) { return getpid(); }

static void add(server *self, size_t *size, const char *name, const instance *seen) {
  *size += (size_t)snprintf(
    self->answer + *size, sizeof self->answer - *size, "instance %s %p %016llx\n", name, (const void *)seen,
    (unsigned long long)seen->number);
}

static void add_process(server *self, size_t *size, int64_t process) {
  *size += (size_t)snprintf(self->answer + *size, sizeof self->answer - *size, "process %lld\n", (long long)process);
}

static server *make_server(int32_t socket@PARAMETERS@) {
  server *made = make_acceptor(sizeof *made, socket);
  size_t size = 0;
  add_process(made, &size, getpid());
  @ADDITIONS@
  return made;
}

static void answer(acceptor *self, int connection) { dprintf(connection, "%s", ((server *)self)->answer); }

static void run(void *instance, cleanse_error *error) {
  (void)error;
  accept_connections(instance, answer);
}

static const cleanse_service service = {sizeof service, NULL, run, stop, 20000, 20000, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN_WITH("org.example.@NAME@", "1.0.0", "Shares instances", "Ada", CLEANSE_OPTIONS({"listen": {
  "type": "socket", "default": "127.0.0.1:1", "summary": "The address"}})) {
  CLEANSE_HANDLE("instance_@NAME@", free);
  CLEANSE_BIND("instance_@NAME@ *make_instance()", make_instance, CLEANSE_SHARED);
  CLEANSE_BIND("int make_process() @process.@NAME@", make_process, 0);
  CLEANSE_SERVICE("server_@NAME@ *make_server(int32 socket @option.listen@REQUESTS@)", make_server, &service);
}
