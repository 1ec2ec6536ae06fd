#define _GNU_SOURCE
#include "csupervision.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
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
  sigaddset(&taken, SIGCHLD);
  return signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
}

int csupervision_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

static void drop(int number) { (void)number; }

int csupervision_prepare_worker(void) {
  if (setpgid(0, 0) != 0) return -1;
  /* A handler and not SIG_IGN, which programs that a plugin starts would inherit. */
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = drop;
  action.sa_flags = SA_RESTART;
  for (const int *number = (const int[]){SIGTERM, SIGINT, SIGHUP, 0}; *number; number++) {
    if (sigaction(*number, &action, NULL) != 0) return -1;
  }
  return sigprocmask(SIG_SETMASK, &earlier_mask, NULL);
}

void csupervision_unblock_signals(void) { sigprocmask(SIG_SETMASK, &earlier_mask, NULL); }

static void close_between(unsigned first, unsigned last) {
  if (first <= last) close_range(first, last, 0);
}

int32_t csupervision_fork(int kept, int kept_too) {
  pid_t child = fork();
  if (child != 0) return child;
  unsigned low = STDERR_FILENO, high = STDERR_FILENO;
  if (kept > STDERR_FILENO) low = high = (unsigned)kept;
  if (kept_too > STDERR_FILENO) {
    if (low == STDERR_FILENO) low = (unsigned)kept_too;
    high = (unsigned)kept_too;
  }
  if (low > high) {
    unsigned other = low;
    low = high;
    high = other;
  }
  close_between(STDERR_FILENO + 1, low - 1);
  close_between(low + 1, high - 1);
  close_between(high + 1, ~0U);
  return 0;
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

/* A message of one number and one descriptor. */
struct delivery {
  struct msghdr message;
  struct iovec part;
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
};

static void prepare_delivery(struct delivery *delivery, int32_t *number) {
  memset(delivery, 0, sizeof *delivery);
  delivery->part = (struct iovec){.iov_base = number, .iov_len = sizeof *number};
  delivery->message.msg_iov = &delivery->part;
  delivery->message.msg_iovlen = 1;
}

int csupervision_send(int socket, int32_t number, int descriptor) {
  struct delivery delivery;
  prepare_delivery(&delivery, &number);
  if (descriptor >= 0) {
    delivery.message.msg_control = delivery.control.bytes;
    delivery.message.msg_controllen = sizeof delivery.control.bytes;
    struct cmsghdr *head = CMSG_FIRSTHDR(&delivery.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &delivery.message, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof number ? 0 : -1;
}

int csupervision_receive(int socket, int32_t *number, int *descriptor) {
  struct delivery delivery;
  prepare_delivery(&delivery, number);
  delivery.message.msg_control = delivery.control.bytes;
  delivery.message.msg_controllen = sizeof delivery.control.bytes;
  *descriptor = -1;
  ssize_t count;
  do {
    count = recvmsg(socket, &delivery.message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  struct cmsghdr *head = count < 0 ? NULL : CMSG_FIRSTHDR(&delivery.message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
      head->cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(descriptor, CMSG_DATA(head), sizeof(int));
  }
  if (count == (ssize_t)sizeof *number) return 0;
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
  if (count >= 0) errno = EPIPE;
  return -1;
}
