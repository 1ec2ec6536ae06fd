#define _GNU_SOURCE
#include "cwatch.h"
#include "cprobe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { DOCUMENT_LIMIT = 1 << 20, CRASH_LIMIT = 1 << 17, STATUS_MARK = 0x5354 };

struct cprobe_page {
  /* STATUS_MARK above the lowest byte, which is the status; 0 as long as there is no status. */
  _Atomic uint32_t status;
  _Atomic int32_t thread;
  _Atomic size_t document_count, crash_count;
  uint8_t document[DOCUMENT_LIMIT];
  uint8_t crash[CRASH_LIMIT];
};

cprobe_page *cprobe_page_create(void) {
  void *memory = mmap(
    NULL, sizeof(cprobe_page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void cprobe_page_release(cprobe_page *page) { munmap(page, sizeof *page); }

int cprobe_page_set_document(cprobe_page *page, const uint8_t *bytes, size_t count) {
  if (count > DOCUMENT_LIMIT) return -1;
  memcpy(page->document, bytes, count);
  atomic_store(&page->document_count, count);
  return 0;
}

void cprobe_page_clear_crash(cprobe_page *page) { atomic_store(&page->crash_count, 0); }

void cprobe_page_set_status(cprobe_page *page, int status) {
  /* Threads of a pool block signals, and the watcher sends this one SIGABRT to find out what it is doing. */
  sigset_t aborting;
  sigemptyset(&aborting);
  sigaddset(&aborting, SIGABRT);
  pthread_sigmask(SIG_UNBLOCK, &aborting, NULL);
  atomic_store(&page->thread, (int32_t)syscall(SYS_gettid));
  atomic_store(&page->status, (uint32_t)STATUS_MARK << 8 | (uint8_t)status);
  cprobe_page_wake_watcher();
}

void cprobe_page_add_crash(cprobe_page *page, const char *bytes, size_t count) {
  size_t start = atomic_load(&page->crash_count);
  if (start > CRASH_LIMIT || count > CRASH_LIMIT - start) return;
  memcpy(page->crash + start, bytes, count);
  atomic_store(&page->crash_count, start + count);
}

void cprobe_page_wake_watcher(void) { kill(getppid(), SIGCHLD); }

/* The counts are not trusted, as the program's plugins may have overwritten the page. */
static size_t bounded(size_t count, size_t limit) { return count < limit ? count : limit; }

const uint8_t *cprobe_page_document(const cprobe_page *page, size_t *count) {
  *count = bounded(atomic_load(&page->document_count), DOCUMENT_LIMIT);
  return page->document;
}

const uint8_t *cprobe_page_crash(const cprobe_page *page, size_t *count) {
  *count = bounded(atomic_load(&page->crash_count), CRASH_LIMIT);
  return page->crash;
}

int cprobe_page_status(const cprobe_page *page, int32_t *thread) {
  uint32_t status = atomic_load(&page->status);
  *thread = atomic_load(&page->thread);
  return status >> 8 == STATUS_MARK ? (int)(status & 0xFF) : -1;
}

static sigset_t earlier_mask;
static struct sigaction earlier_child_action;

/* Closes all descriptors but standard error and another one, as other processes may wait for their end. Keeps the standard
   streams if /dev/null can't be opened. */
static void keep_errors_and(int kept) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
  }
  cprobe_close_from(STDERR_FILENO + 1, &kept, 1);
}

int32_t cprobe_fork_watched(int kept) {
  sigset_t all;
  sigfillset(&all);
  /* Before the fork, so that no signal reaches one process and not the other. */
  if (sigprocmask(SIG_SETMASK, &all, &earlier_mask) != 0) return -1;
  /* If the caller ignores SIGCHLD, a child that has ended would be gone without a status. */
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, &earlier_child_action);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child > 0) {
    keep_errors_and(kept);
    return child;
  }
  int error = errno;
  sigaction(SIGCHLD, &earlier_child_action, NULL);
  sigprocmask(SIG_SETMASK, &earlier_mask, NULL);
  errno = error;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* The parent may have ended before the call. */
    if (getppid() != parent) _exit(1);
  }
  return child;
}

static int is_of_terminal(const siginfo_t *info) {
  if (info->si_code != SI_KERNEL) return 0;
  switch (info->si_signo) {
    case SIGINT: case SIGQUIT: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGHUP:
    case SIGCONT: case SIGWINCH: return 1;
    default: return 0;
  }
}

int cprobe_signal_descriptor(void) {
  sigset_t all;
  sigfillset(&all);
  return signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cprobe_wait_for_signal(int milliseconds, cprobe_signal *signal) {
  sigset_t all;
  sigfillset(&all);
  struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  siginfo_t info;
  int number;
  do {
    number = sigtimedwait(&all, &info, milliseconds < 0 ? NULL : &time);
  } while (number < 0 && errno == EINTR);
  if (number < 0) return 0;
  signal->number = number;
  signal->sender = info.si_code == SI_USER || info.si_code == SI_QUEUE ? info.si_pid : 0;
  signal->is_of_terminal = is_of_terminal(&info);
  return 1;
}

void cprobe_abort_thread(int32_t process, int32_t thread) {
  struct rlimit none = {0, 0};
  prlimit(process, RLIMIT_CORE, &none, NULL);
  syscall(SYS_tgkill, process, thread, SIGABRT);
}

void cprobe_unblock_signals(void) { sigprocmask(SIG_SETMASK, &earlier_mask, NULL); }

static void raise_by_default(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  struct sigaction action, earlier;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  /* For SIGKILL and SIGSTOP, which no process handles, both calls fail and neither is needed. */
  int is_changed = sigaction(number, &action, &earlier) == 0;
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  if (is_changed) sigaction(number, &earlier, NULL);
}

void cprobe_stop_by(int number) {
  raise_by_default(number);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}

void cprobe_end_by(int number) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  raise_by_default(number);
}
