#define _GNU_SOURCE
#include "claunch.h"
#include "cprobe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* The launcher has its connection here. */
enum { CONNECTION = STDERR_FILENO + 1 };

/* The seconds in which the main function of a launcher has to accept the connection. */
enum { MAIN_LIMIT = 60 };

enum { MAGIC_SIZE = sizeof CLAUNCH_MAGIC - 1, FIRST_SIZE = 1 << 12 };

/* Words that each end with a null byte, and a vector of them. */
struct words {
  char *bytes;
  size_t size;
  char **vector;
  int count;
};

static void release(struct words *words) {
  free(words->bytes);
  free((void *)words->vector);
}

/* Makes the vector. Returns -1 with errno. */
static int split(struct words *words) {
  words->count = 0;
  for (size_t index = 0; index < words->size; index++) words->count += words->bytes[index] == 0;
  words->vector = (char **)calloc((size_t)words->count + 1, sizeof *words->vector);
  if (!words->vector) return -1;
  char *next = words->bytes;
  for (int index = 0; index < words->count; index++) {
    words->vector[index] = next;
    next += strlen(next) + 1;
  }
  return 0;
}

static int copy(struct words *words, const char *bytes, size_t size) {
  words->bytes = malloc(size + 1);
  if (!words->bytes) return -1;
  memcpy(words->bytes, bytes, size);
  words->size = size;
  return split(words);
}

/*
 * Reads the arguments that this process was executed with. They are not those of its main function if it was started
 * through the dynamic linker, which is then the program. (proc(5), cmdline.)
 */
static int read_arguments(struct words *words) {
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = 0;
  size_t room = 0;
  do {
    words->size += (size_t)count;
    if (room - words->size < FIRST_SIZE) {
      room = 2 * room + FIRST_SIZE;
      char *grown = realloc(words->bytes, room);
      if (!grown) break;
      words->bytes = grown;
    }
    count = read(file, words->bytes + words->size, room - words->size - 1);
  } while (count > 0);
  close(file);
  return count == 0 && words->size > 0 ? split(words) : -1;
}

static int add_actions(posix_spawn_file_actions_t *actions, int connection) {
  int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDERR_FILENO);
  /* It is not the number of a standard stream. If the two are equal, this only makes the descriptor inheritable. */
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, connection, CONNECTION);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, CONNECTION + 1);
  return error;
}

static void set_signals(posix_spawnattr_t *attributes) {
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(attributes, &signals);
  sigdelset(&signals, SIGALRM);
  posix_spawnattr_setsigmask(attributes, &signals);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

/* Returns the process, or -1 with errno. */
static int32_t spawn(int connection, char *const *arguments, char *const *environment) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error == 0) {
    error = add_actions(&actions, connection);
    posix_spawnattr_init(&attributes);
    set_signals(&attributes);
    pid_t process = -1;
    if (error == 0) {
      error = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return process;
  }
  errno = error;
  return -1;
}

/* Whether the program would have more privileges than its user, who can then be the parent that it trusts. */
static int is_privileged(void) { return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid(); }

int32_t claunch_execute(int connection, const char *environment, size_t size, int dropped) {
  struct words variables = {0}, arguments = {0};
  if (is_privileged()) {
    errno = EPERM;
    return -1;
  }
  int32_t process = -1;
  if (copy(&variables, environment, size) == 0 && read_arguments(&arguments) == 0) {
    int kept = arguments.count - dropped;
    if (kept > 0 && dropped >= 0) arguments.vector[kept] = NULL;
    process = spawn(connection, arguments.vector, variables.vector);
  }
  int error = errno;
  release(&variables);
  release(&arguments);
  errno = error;
  return process;
}

/*
 * Whether this process was executed as a launcher, and has not accepted the connection. Copies of it inherit this, and the
 * program has it again if it executes itself.
 */
static int is_launcher;

/* Whether a process of the same user has created the other end of a connection, and which one. */
static int read_peer(int connection, struct ucred *peer) {
  int domain = -1;
  socklen_t size = sizeof domain;
  if (getsockopt(connection, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
  size = sizeof *peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, peer, &size) == 0 && peer->uid == geteuid();
}

/*
 * Only the parent can have created the connection, so no one else makes a program a launcher, whatever descriptors,
 * arguments and variables it is started with.
 */
static int is_from_parent(int connection) {
  struct ucred peer = {0};
  return read_peer(connection, &peer) && peer.pid == getppid() && getauxval(AT_SECURE) == 0;
}

/* Returns the number of bytes that were sent, which stay to be read; -1 if they are not those of a host. */
static ssize_t peek(int connection, char *bytes, size_t size) {
  ssize_t count = recv(connection, bytes, size, MSG_PEEK | MSG_DONTWAIT);
  return count >= MAGIC_SIZE && memcmp(bytes, CLAUNCH_MAGIC, MAGIC_SIZE) == 0 ? count : -1;
}

int claunch_connection(char *sent, size_t size) {
  char bytes[FIRST_SIZE];
  if (!is_launcher) return -1;
  ssize_t count = is_from_parent(CONNECTION) ? peek(CONNECTION, bytes, sizeof bytes) : -1;
  /* As an ordinary program, it would do the work of the host once more, and execute a launcher of its own, without end. */
  if (count < 0) _exit(1);
  size_t rest = (size_t)count - MAGIC_SIZE;
  if (size == 0) return CONNECTION;
  if (rest > size - 1) rest = size - 1;
  memcpy(sent, bytes + MAGIC_SIZE, rest);
  sent[rest] = 0;
  return CONNECTION;
}

int claunch_accept(int connection) {
  char bytes[FIRST_SIZE];
  alarm(0);
  is_launcher = 0;
  unsetenv(CLAUNCH_VARIABLE);
  return recv(connection, bytes, sizeof bytes, MSG_DONTWAIT) < 0 ? -1 : 0;
}

/*
 * The main function may run anything before it accepts the connection: programs that it starts must not have the connection,
 * and it ends if it never gets there, also after the host has ended.
 */
__attribute__((constructor)) static void prepare_launcher(void) {
  char bytes[MAGIC_SIZE];
  struct ucred peer = {0};
  is_launcher = getenv(CLAUNCH_VARIABLE) != NULL;
  if (!read_peer(CONNECTION, &peer) || peek(CONNECTION, bytes, sizeof bytes) < 0) return;
  /* The host has ended meanwhile. */
  if (!is_from_parent(CONNECTION)) _exit(1);
  is_launcher = 1;
  fcntl(CONNECTION, F_SETFD, FD_CLOEXEC);
  alarm(MAIN_LIMIT);
  /* Otherwise it would be that of the link by which the program was executed. */
  prctl(PR_SET_NAME, program_invocation_short_name);
}
