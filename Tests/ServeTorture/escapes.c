/* A service that tries to harm others of the same user, which the file `targets` in its directory names, for each connection, and
   writes the error of each attempt, 0 for a success, to `results`. The words between @ are replaced before it is compiled. */
#define _GNU_SOURCE
#include <accepting.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

/* How long the supervisor may take to answer, in milliseconds. */
enum { MOST_DESCRIPTORS = 256, ANSWER_TIME = 100 };

static FILE *results;
/* A process that is forked from the same one has it at the same address. */
static long known_memory = 1;

static void result(const char *name, const char *target, long outcome) {
  fprintf(results, "%s %s %d\n", name, target, outcome < 0 ? errno : 0);
  fflush(results);
}

static int opened(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0600);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static void try_file(const char *path) {
  char other[4096];
  snprintf(other, sizeof other, "%s.evil", path);
  result("read", path, opened(path, O_RDONLY));
  result("write", path, opened(path, O_WRONLY));
  result("create-beside", path, opened(other, O_WRONLY | O_CREAT));
  result("link", path, link(path, "@PLACE@/linked"));
  result("rename", path, rename(path, other));
  if (access(other, F_OK) == 0) rename(other, path);
  result("change-mode", path, chmod(path, 0644));
  result("list", path, opened(path, O_RDONLY | O_DIRECTORY));
}

static void try_unix_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  result("connect", path, descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&address, sizeof address));
  if (descriptor >= 0) close(descriptor);
}

static void try_port(const char *text) {
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(text)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  result("connect", text, descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&address, sizeof address));
  if (descriptor >= 0) close(descriptor);
}

/* Requests the listening socket of an address from the supervisor, over each connection that this process has inherited. */
static void try_listener(const char *address) {
  char line[256], received[64], control[CMSG_SPACE(4 * sizeof(int))];
  int length = snprintf(line, sizeof line, "%s\n", address), has_got = 0;
  for (int number = 3; number < MOST_DESCRIPTORS; number++) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) continue;
    if (send(number, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) continue;
    struct pollfd polled = {number, POLLIN, 0};
    if (poll(&polled, 1, ANSWER_TIME) <= 0) continue;
    struct iovec part = {received, sizeof received};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    if (recvmsg(number, &message, MSG_DONTWAIT | MSG_PEEK) <= 0) continue;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS) has_got = 1;
  }
  errno = EPERM;
  result("take-listener", address, has_got ? 0 : -1);
}

static void try_entries(const char *name, pid_t process, const char *target) {
  for (int number = 0; number < MOST_DESCRIPTORS; number++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s/%d", (int)process, name, number);
    if (opened(path, O_WRONLY) >= 0 || opened(path, O_RDONLY) >= 0) return result("open-descriptor", target, 0);
  }
  errno = EACCES;
  result("open-descriptor", target, -1);
}

static void try_memory(pid_t process, const char *target) {
  long copied = 0;
  struct iovec own = {&copied, sizeof copied}, other = {&known_memory, sizeof known_memory};
  result("read-memory", target, process_vm_readv(process, &own, 1, &other, 1, 0));
  result("write-memory", target, process_vm_writev(process, &own, 1, &other, 1, 0));
  for (const char *const *name = (const char *const[]){"mem", "environ", "maps", "cmdline", "status", "auxv", "stack", NULL}; *name; name++) {
    char path[64], title[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, *name);
    snprintf(title, sizeof title, "read-proc-%s", *name);
    result(title, target, opened(path, O_RDONLY));
    snprintf(title, sizeof title, "write-proc-%s", *name);
    if (!strcmp(*name, "mem")) result(title, target, opened(path, O_RDWR));
  }
}

static void try_signals(pid_t process, const char *target) {
  siginfo_t info = {.si_signo = SIGURG, .si_code = SI_QUEUE};
  result("signal", target, kill(process, SIGURG));
  result("signal-none", target, kill(process, 0));
  result("signal-group", target, kill(-process, SIGURG));
  result("signal-thread", target, syscall(SYS_tgkill, process, process, SIGURG));
  result("signal-queue", target, syscall(SYS_rt_sigqueueinfo, process, SIGURG, &info));
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  result("pidfd", target, descriptor);
  result("pidfd-signal", target, syscall(SYS_pidfd_send_signal, descriptor, SIGURG, NULL, 0));
  for (int number = 0; number < 8; number++) {
    int taken = (int)syscall(SYS_pidfd_getfd, descriptor, number, 0);
    if (number == 7 || taken >= 0) result("pidfd-getfd", target, taken);
    if (taken >= 0) break;
  }
  int pipes[2], owned = pipe(pipes) < 0 ? -1 : fcntl(pipes[0], F_SETOWN, process);
  result("own-descriptor", target, owned);
  if (owned == 0) result("signal-descriptor", target, fcntl(pipes[0], F_SETFL, O_ASYNC));
}

static void try_process(const char *target) {
  pid_t process = atoi(target);
  char path[64];
  struct rlimit limit;
  struct sched_param parameters = {0};
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  try_memory(process, target);
  try_entries("fd", process, target);
  snprintf(path, sizeof path, "/proc/%d/root/etc/passwd", (int)process);
  result("open-root", target, opened(path, O_RDONLY));
  snprintf(path, sizeof path, "/proc/%d/cwd", (int)process);
  result("open-directory", target, opened(path, O_RDONLY));
  try_signals(process, target);
  result("read-limit", target, prlimit(process, RLIMIT_NOFILE, NULL, &limit));
  result("set-limit", target, prlimit(process, RLIMIT_NOFILE, &limit, NULL));
  result("set-priority", target, setpriority(PRIO_PROCESS, (id_t)process, 0));
  result("set-scheduler", target, sched_setscheduler(process, SCHED_OTHER, &parameters));
  result("set-processors", target, sched_setaffinity(process, sizeof processors, &processors));
  result("set-input-priority", target, syscall(SYS_ioprio_set, 1, process, (2 << 13) | 4));
  result("compare", target, syscall(SYS_kcmp, process, getpid(), 2, 0, 0));
  result("move-pages", target, syscall(SYS_move_pages, process, 0, NULL, NULL, NULL, 0));
  /* Last: it may stop the process. */
  long traced = ptrace(PTRACE_SEIZE, process, NULL, NULL);
  result("trace", target, traced);
  if (traced == 0) ptrace(PTRACE_DETACH, process, NULL, NULL);
}

/* Has each connection to the supervisor get a message of another kind of process. */
static void try_message(const char *text) {
  char line[1024];
  int length = snprintf(line, sizeof line, "%s\n", text);
  for (int number = 3; number < MOST_DESCRIPTORS; number++) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) send(number, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
}

static void try_targets(FILE *targets) {
  char line[4096], kind[16], target[4000];
  while (fgets(line, sizeof line, targets)) {
    if (sscanf(line, "%15s %3999[^\n]", kind, target) != 2) continue;
    if (!strcmp(kind, "file")) try_file(target);
    if (!strcmp(kind, "socket")) try_unix_socket(target);
    if (!strcmp(kind, "port")) try_port(target);
    if (!strcmp(kind, "process")) try_process(target);
    if (!strcmp(kind, "listener")) try_listener(target);
    if (!strcmp(kind, "message")) try_message(target);
  }
}

static acceptor *make_evil(int32_t socket) { return make_acceptor(sizeof(acceptor), socket); }

static void start(void *instance, cleanse_error *error) {
  (void)instance, (void)error;
  @START@
}

/* The end of the connection says that the results are complete. */
static void try_all(acceptor *self, int connection) {
  (void)self, (void)connection;
  FILE *targets = fopen("@PLACE@/targets", "re");
  if (!targets) abort();
  results = fopen("@PLACE@/results", "we");
  if (!results) abort();
  try_targets(targets);
  fclose(results);
  fclose(targets);
}

static void run(void *instance, cleanse_error *error) {
  (void)error;
  accept_connections(instance, try_all);
}

static const cleanse_service service = {sizeof service, start, run, stop, 20000, 20000, CLEANSE_STOP_ALL};

CLEANSE_PLUGIN_WITH("org.example.evil", "1.0.0", "Tries to harm others", "Eve", CLEANSE_OPTIONS({"listen": {
  "type": "socket", "default": "127.0.0.1:1", "summary": "The address"}})) {
  CLEANSE_SERVICE("evil *make_evil(int32 socket @option.listen)", make_evil, &service);
}
