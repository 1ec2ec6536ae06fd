#define _GNU_SOURCE
#include "csupervision.h"

#include <errno.h>
#include <sys/vfs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static sigset_t earlier_mask;

int csupervision_take_signals(void) {
  sigset_t blocked, taken;
  sigfillset(&blocked);
  for (const int *fault = (const int[]){SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, 0};
       *fault; fault++) {
    sigdelset(&blocked, *fault);
  }
  if (sigprocmask(SIG_SETMASK, &blocked, &earlier_mask) != 0) return -1;
  /* If the caller ignores SIGCHLD, a child that has ended would be gone without a status. */
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&taken);
  sigaddset(&taken, SIGTERM);
  sigaddset(&taken, SIGINT);
  sigaddset(&taken, SIGHUP);
  sigaddset(&taken, SIGUSR1);
  sigaddset(&taken, SIGUSR2);
  sigaddset(&taken, SIGCHLD);
  return signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
}

uint64_t csupervision_earlier_mask(void) {
  uint64_t mask = 0;
  for (int number = 1; number <= 64; number++) {
    if (sigismember(&earlier_mask, number) == 1) mask |= UINT64_C(1) << (number - 1);
  }
  return mask;
}

void csupervision_set_earlier_mask(uint64_t mask) {
  sigemptyset(&earlier_mask);
  for (int number = 1; number <= 64; number++) {
    if (mask >> (number - 1) & 1) sigaddset(&earlier_mask, number);
  }
}

int csupervision_next_signal(int descriptor, int32_t *process, uint32_t *user) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != sizeof info) return 0;
  /* SI_USER, SI_QUEUE and SI_TKILL: a process has sent it. (sigaction(2).) */
  *process = info.ssi_code <= 0 ? (int32_t)info.ssi_pid : -1;
  *user = info.ssi_uid;
  return (int)info.ssi_signo;
}

int csupervision_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

static void drop(int number) { (void)number; }

int csupervision_prepare_worker(void) {
  if (setpgid(0, 0) != 0 || csupervision_adopt_orphans() != 0) return -1;
  /* A handler and not SIG_IGN, which programs that a plugin starts would inherit. */
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = drop;
  action.sa_flags = SA_RESTART;
  for (const int *number = (const int[]){SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, 0};
       *number; number++) {
    if (sigaction(*number, &action, NULL) != 0) return -1;
  }
  return sigprocmask(SIG_SETMASK, &earlier_mask, NULL);
}

int csupervision_print_to(int pipe) {
  if (dup2(pipe, STDOUT_FILENO) < 0 || dup2(pipe, STDERR_FILENO) < 0) return -1;
  /* With the buffer of before, glibc goes on to fill it if the stream was in use. */
  static char buffer[BUFSIZ];
  return setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
}

int csupervision_prepare_trial(int32_t supervisor) {
  if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return -1;
  /* It may have ended before. */
  if (getppid() != supervisor) return -1;
  return sigprocmask(SIG_SETMASK, &earlier_mask, NULL);
}

const char *csupervision_program_path(void) {
  unsigned long address = getauxval(AT_EXECFN);
  return address == 0 ? NULL : (const char *)address;
}

int csupervision_memory_file(void) { return memfd_create("supervisor", 0); }

void csupervision_unblock_signals(void) {
  /* It is for the supervisor, also if it was sent to all processes of a service. */
  signal(SIGUSR1, SIG_IGN);
  sigprocmask(SIG_SETMASK, &earlier_mask, NULL);
}

int32_t csupervision_ended_child(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int found = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  return found == 0 ? info.si_pid : -1;
}

int csupervision_accept(int socket) {
  int connection;
  do {
    connection = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  } while (connection < 0 && errno == EINTR);
  return connection;
}

int csupervision_peer(int socket, uint32_t *user, int32_t *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}

static const struct {
  int level, name;
} socket_options[] = {
    {SOL_SOCKET, SO_BINDTOIFINDEX},  {SOL_SOCKET, SO_REUSEADDR},     {SOL_SOCKET, SO_REUSEPORT},
    {SOL_SOCKET, SO_DONTROUTE},      {SOL_SOCKET, SO_KEEPALIVE},     {SOL_SOCKET, SO_LINGER},
    {SOL_SOCKET, SO_PRIORITY},       {SOL_SOCKET, SO_MARK},          {SOL_SOCKET, SO_RCVTIMEO},
    {SOL_SOCKET, SO_SNDTIMEO},       {SOL_SOCKET, SO_RCVLOWAT},      {SOL_SOCKET, SO_PASSCRED},
    {SOL_SOCKET, SO_MAX_PACING_RATE}, {IPPROTO_IP, IP_TOS},          {IPPROTO_IP, IP_TTL},
    {IPPROTO_IP, IP_MINTTL},         {IPPROTO_IP, IP_TRANSPARENT},   {IPPROTO_IPV6, IPV6_UNICAST_HOPS},
    {IPPROTO_IPV6, IPV6_MINHOPCOUNT}, {IPPROTO_IPV6, IPV6_TCLASS},   {IPPROTO_TCP, TCP_NODELAY},
    {IPPROTO_TCP, TCP_CORK},         {IPPROTO_TCP, TCP_DEFER_ACCEPT}, {IPPROTO_TCP, TCP_USER_TIMEOUT},
    {IPPROTO_TCP, TCP_KEEPIDLE},     {IPPROTO_TCP, TCP_KEEPINTVL},   {IPPROTO_TCP, TCP_KEEPCNT},
    {IPPROTO_TCP, TCP_LINGER2},      {IPPROTO_TCP, TCP_CONGESTION},  {IPPROTO_TCP, TCP_ULP},
    {IPPROTO_TCP, TCP_SAVE_SYN},     {IPPROTO_TCP, TCP_NOTSENT_LOWAT},
};

int csupervision_socket_option(int index, int *level, int *name) {
  if (index < 0 || index >= (int)(sizeof socket_options / sizeof *socket_options)) return -1;
  *level = socket_options[index].level;
  *name = socket_options[index].name;
  return 0;
}

int csupervision_detach_filter(int socket) {
  int value = 0;
  int result = setsockopt(socket, SOL_SOCKET, SO_DETACH_FILTER, &value, sizeof value);
  return result == 0 || errno == ENOENT ? 0 : -1;
}

long csupervision_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}
