#define _GNU_SOURCE
#include "cprobe.h"
#include "cwatch.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

int32_t cprobe_fork(void) { return fork(); }

int cprobe_open_process(int32_t process) { return pidfd_open(process, 0); }

int cprobe_signal_process(int process, int number) {
  return pidfd_send_signal(process, number, NULL, 0);
}

/* Moves a descriptor above those of the standard streams, also in a process that has closed one of them. */
static int above_streams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int error = errno;
  close(descriptor);
  errno = error;
  return moved;
}

/* Moves both ends to the caller's variables, or closes both and fails. */
static int give(const int *ends, int *one, int *other) {
  *one = above_streams(ends[0]);
  *other = above_streams(ends[1]);
  if (*one >= 0 && *other >= 0) return 0;
  int error = errno;
  if (*one >= 0) close(*one);
  if (*other >= 0) close(*other);
  errno = error;
  return -1;
}

int cprobe_pipe(int *reader, int *writer) {
  int ends[2];
  return pipe2(ends, O_CLOEXEC) == 0 ? give(ends, reader, writer) : -1;
}

int cprobe_connect(int *one, int *other) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  return give(ends, one, other);
}

int cprobe_limit_sending(int connection, int seconds) {
  struct timeval time = {.tv_sec = seconds};
  return setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

void cprobe_disconnect(int descriptor) { shutdown(descriptor, SHUT_RDWR); }

/* A message of one number and two descriptors. */
struct delivery {
  struct msghdr message;
  struct iovec part;
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control;
};

static void prepare_delivery(struct delivery *delivery, int32_t *number) {
  memset(delivery, 0, sizeof *delivery);
  delivery->part = (struct iovec){.iov_base = number, .iov_len = sizeof *number};
  delivery->message.msg_iov = &delivery->part;
  delivery->message.msg_iovlen = 1;
}

int cprobe_send_descriptors(int connection, int32_t number, int one, int other) {
  struct delivery delivery;
  prepare_delivery(&delivery, &number);
  if (one >= 0) {
    int both[2] = {one, other};
    delivery.message.msg_control = delivery.control.bytes;
    size_t size = other < 0 ? sizeof one : sizeof both;
    delivery.message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *head = CMSG_FIRSTHDR(&delivery.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(head), both, size);
  }
  return sendmsg(connection, &delivery.message, MSG_NOSIGNAL) == sizeof number ? 0 : -1;
}

int cprobe_receive_descriptors(int connection, int32_t *number, int *one, int *other) {
  struct delivery delivery;
  prepare_delivery(&delivery, number);
  delivery.message.msg_control = delivery.control.bytes;
  delivery.message.msg_controllen = sizeof delivery.control.bytes;
  *one = *other = -1;
  ssize_t count;
  do {
    count = recvmsg(connection, &delivery.message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  struct cmsghdr *head = count < 0 ? NULL : CMSG_FIRSTHDR(&delivery.message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
    int both[2] = {-1, -1};
    size_t size = head->cmsg_len - CMSG_LEN(0);
    memcpy(both, CMSG_DATA(head), size < sizeof both ? size : sizeof both);
    *one = above_streams(both[0]);
    *other = above_streams(both[1]);
  }
  if (count == (ssize_t)sizeof *number) return 0;
  if (*one >= 0) close(*one);
  if (*other >= 0) close(*other);
  *one = *other = -1;
  if (count >= 0) errno = EPIPE;
  return -1;
}

int64_t cprobe_creation_time(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME, &status) != 0) return -1;
  if (!(status.stx_mask & STATX_BTIME)) return -1;
  /* A file system can return any number, and only unsigned ones may overflow. */
  return (int64_t)((uint64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec);
}

const char *cprobe_missing_call(int *error) {
  int process = pidfd_open(getpid(), 0);
  if (process < 0) {
    *error = errno;
    return "pidfd_open";
  }
  int result = pidfd_send_signal(process, 0, NULL, 0);
  *error = errno;
  close(process);
  if (result != 0) return "pidfd_send_signal";
  /* No descriptor has this number. */
  if (close_range(~0U, ~0U, 0) != 0) {
    *error = errno;
    return "close_range";
  }
  return NULL;
}

const char *cprobe_signal_name(int number) { return sigabbrev_np(number); }

char **cprobe_environment(void) { return environ; }

static int argument_count;
static char **arguments;

/* The C library passes constructors what it passes to the main function. */
__attribute__((constructor)) static void take_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

char **cprobe_arguments(int *count) {
  *count = argument_count;
  return arguments;
}

/* prctl(2) returns some attributes as its result and stores others through a pointer. */
static const struct attribute {
  const char *name;
  int get, set, is_by_pointer;
} attributes[] = {
    {"the dumpable flag", PR_GET_DUMPABLE, PR_SET_DUMPABLE, 0},
    {"the parent-death signal", PR_GET_PDEATHSIG, PR_SET_PDEATHSIG, 1},
    {"the child-subreaper flag", PR_GET_CHILD_SUBREAPER, PR_SET_CHILD_SUBREAPER, 1},
    {"the keep-capabilities flag", PR_GET_KEEPCAPS, PR_SET_KEEPCAPS, 0},
    {"the timer slack", PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, 0},
    {"the no-huge-pages flag", PR_GET_THP_DISABLE, PR_SET_THP_DISABLE, 0},
#if defined(__x86_64__)
    {"the time stamp counter mode", PR_GET_TSC, PR_SET_TSC, 1},
#endif
    /* Changes to the following can't be undone. */
    {"the machine-check kill policy", PR_MCE_KILL_GET, 0, 0},
    {"the no-new-privileges flag", PR_GET_NO_NEW_PRIVS, 0, 0},
    {"the seccomp mode", PR_GET_SECCOMP, 0, 0},
    {"the secure bits", PR_GET_SECUREBITS, 0, 0},
#if defined(PR_GET_MDWE)
    {"the memory-deny-write-execute flags", PR_GET_MDWE, 0, 0},
#endif
};

enum { ATTRIBUTE_COUNT = sizeof attributes / sizeof *attributes };

const char *cprobe_attribute_name(int index) {
  return index >= 0 && index < ATTRIBUTE_COUNT ? attributes[index].name : NULL;
}

int64_t cprobe_attribute(int index) {
  if (index < 0 || index >= ATTRIBUTE_COUNT) return -1;
  const struct attribute *attribute = &attributes[index];
  if (!attribute->is_by_pointer) return prctl(attribute->get, 0L, 0L, 0L, 0L);
  int value = 0;
  return prctl(attribute->get, &value, 0L, 0L, 0L) == 0 ? value : -1;
}

int cprobe_can_set_attribute(int index) {
  return index >= 0 && index < ATTRIBUTE_COUNT && attributes[index].set != 0;
}

void cprobe_set_attribute(int index, int64_t value) {
  if (cprobe_can_set_attribute(index)) prctl(attributes[index].set, (long)value, 0L, 0L, 0L);
}

void cprobe_processors(uint8_t *set) {
  memset(set, 0, CPROBE_PROCESSOR_SET_SIZE);
  sched_getaffinity(0, CPROBE_PROCESSOR_SET_SIZE, (cpu_set_t *)(void *)set);
}

void cprobe_set_processors(const uint8_t *set) {
  sched_setaffinity(0, CPROBE_PROCESSOR_SET_SIZE, (const cpu_set_t *)(const void *)set);
}

static int limit(int resource, uint64_t value) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return -1;
  if (limits.rlim_max == RLIM_INFINITY || value < limits.rlim_max) limits.rlim_max = value;
  limits.rlim_cur = limits.rlim_max;
  return setrlimit(resource, &limits);
}

/* At the hard limit the system sends SIGKILL, which gives no reason; SIGXCPU has to come before. */
static int limit_cpu(uint64_t seconds) {
  struct rlimit limits;
  if (limit(RLIMIT_CPU, seconds + 1) != 0 || getrlimit(RLIMIT_CPU, &limits) != 0) return -1;
  if (limits.rlim_max > 1) limits.rlim_cur = limits.rlim_max - 1;
  return setrlimit(RLIMIT_CPU, &limits);
}

/* The number that follows the given count of a character in a file of one line; 0 if it can't be read. */
static uint64_t number_in(const char *file, char before, int count_before) {
  char text[128];
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t count = read(descriptor, text, sizeof text);
  close(descriptor);
  ssize_t index = 0;
  for (; index < count && count_before > 0; index++) count_before -= text[index] == before;
  uint64_t number = 0;
  for (; index < count && text[index] >= '0' && text[index] <= '9'; index++) {
    number = number * 10 + (uint64_t)(text[index] - '0');
  }
  return number;
}

/* The size of the process's address space in bytes. (proc(5), statm: the first field, in pages.) */
static uint64_t address_space(void) {
  return number_in("/proc/self/statm", ' ', 0) * (uint64_t)getpagesize();
}

/* The number of threads of the machine. (proc(5), loadavg: after the slash; `sysinfo` reports only 16 bits.) */
static uint64_t thread_count(void) { return number_in("/proc/loadavg", '/', 1); }

int cprobe_limit(const cprobe_limits *limits) {
  /* One byte means no core file, also for a program that the system pipes core files to. */
  if (limit(RLIMIT_CORE, 1) != 0) return -1;
  if (limit_cpu(limits->cpu_seconds) != 0) return -1;
  if (limit(RLIMIT_FSIZE, limits->file_bytes) != 0) return -1;
  if (limit(RLIMIT_NOFILE, limits->descriptors) != 0) return -1;
  /* The system compares the limit with all processes of the user, whose number can't be read quickly. */
  uint64_t threads = thread_count();
  if (threads > 0 && limit(RLIMIT_NPROC, threads + limits->further_processes) != 0) return -1;
  uint64_t size = address_space();
  return size == 0 ? 0 : limit(RLIMIT_AS, size + limits->further_bytes);
}

void cprobe_close_from(int first, const int *kept, int count) {
  for (;;) {
    int next = -1;
    for (int index = 0; index < count; index++) {
      if (kept[index] >= first && (next < 0 || kept[index] < next)) next = kept[index];
    }
    if (next < 0) break;
    if (next > first) close_range((unsigned)first, (unsigned)next - 1, 0);
    first = next + 1;
  }
  close_range((unsigned)first, ~0U, 0);
}

int cprobe_prepare_server(void) {
  if (setsid() < 0) return -1;
  /* Setting fails for some of the numbers, such as SIGKILL. */
  for (int number = 1; number <= SIGRTMAX; number++) signal(number, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  if (sigprocmask(SIG_SETMASK, &all, NULL) != 0) return -1;
  /* A stopped process would never notice that its parent is gone. */
  if (prctl(PR_SET_PDEATHSIG, SIGCONT) != 0) return -1;
  return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int cprobe_prepare_child(const char *name, int32_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
  /* The parent may have ended before the call. */
  if (getppid() != parent) {
    errno = ESRCH;
    return -1;
  }
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return -1;
  /* A crash loses what is left in a buffer. */
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  return prctl(PR_SET_NAME, name);
}

/* The crash report. Only the first thread that crashes writes one. */

enum { TEXT_LIMIT = CPROBE_CRASH_LINE, NUMBERS_LIMIT = 64, STACK_SIZE = 1 << 16 };

/* The signals that a fault raises. */
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { CRASH_SIGNAL_COUNT = sizeof crash_signals / sizeof *crash_signals };

/* The report goes to one of the two. */
static int report_descriptor = -1;
static cprobe_page *report_page;
static uint8_t report_nonce[CPROBE_NONCE_SIZE];
/* Processes that this one forks inherit the handlers, but their crashes are not this one's. */
static pid_t report_owner;
/* The thread that writes the report, the first one that crashes. */
static atomic_int report_thread;
/* The earlier handlers of these signals, such as that of Swift's runtime, which prints backtraces. */
static struct sigaction earlier_actions[CRASH_SIGNAL_COUNT];
/* The dynamic linker does not know the path of the program. */
static char program_path[1024];

static void write_report(const char *bytes, size_t count) {
  if (report_page) {
    cprobe_page_add_crash(report_page, bytes, count);
    return;
  }
  while (count > 0) {
    ssize_t written = write(report_descriptor, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

/* Text that is formatted without the C library, which may be what crashed. */
struct text {
  char bytes[TEXT_LIMIT];
  size_t count;
};

/* Text of any length leaves room for the separators and numbers of its line. */
static void add_text(struct text *text, const char *added) {
  for (; *added && text->count < TEXT_LIMIT - NUMBERS_LIMIT; added++) {
    /* A tab or a line feed in a file's name would forge a field. */
    text->bytes[text->count++] = *added == '\t' || *added == '\n' ? ' ' : *added;
  }
}

static void add_separator(struct text *text, char separator) {
  if (text->count < TEXT_LIMIT) text->bytes[text->count++] = separator;
}

static void add_number(struct text *text, uint64_t number) {
  char digits[21];
  size_t start = sizeof digits;
  digits[--start] = 0;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  for (; digits[start] && text->count < TEXT_LIMIT; start++) {
    text->bytes[text->count++] = digits[start];
  }
}

/*
 * A frame is identified by the address of the next instruction to execute in it. After a call that never
 * returns, this address can be beyond the function's end, so the address to look up lies within the call.
 *
 * Finding the library takes no lock and reads nothing of the library, whose file may be what has been
 * truncated. Finding the function does both, so it comes after everything certain has been reported.
 */
static void report_frame(uintptr_t address, int is_return, int is_named) {
  struct text line;
  line.count = 0;
  uintptr_t looked_up = address - (is_return ? 1 : 0);
  struct dl_find_object found;
  int is_known = _dl_find_object((void *)looked_up, &found) == 0;
  const char *path = is_known ? found.dlfo_link_map->l_name : "";
  if (is_known && !*path) path = program_path;
  uintptr_t in_library = address - (is_known ? found.dlfo_link_map->l_addr : 0);
  Dl_info info;
  memset(&info, 0, sizeof info);
  if (is_named && is_known && dladdr((void *)looked_up, &info) == 0) info.dli_sname = NULL;
  add_text(&line, path);
  add_separator(&line, '\t');
  if (info.dli_sname) add_text(&line, info.dli_sname);
  add_separator(&line, '\t');
  add_number(&line, info.dli_sname ? address - (uintptr_t)info.dli_saddr : in_library);
  add_separator(&line, '\t');
  add_number(&line, in_library - (is_return && is_known ? 1 : 0));
  add_separator(&line, '\n');
  write_report(line.bytes, line.count);
}

static uintptr_t faulting_instruction(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#else
  return 0;
#endif
}

/* The address of a fault; for a signal that was sent, the sender, with 0 for this process. */
static uint64_t origin(const siginfo_t *info) {
  if (info->si_code > 0) return (uint64_t)(uintptr_t)info->si_addr;
  if (info->si_pid == getpid()) return 0;
  /* A sender in another PID namespace has no process ID here. */
  return info->si_pid > 0 ? (uint64_t)info->si_pid : 1;
}

static void report_head(int number, const siginfo_t *info) {
  struct text head;
  head.count = 0;
  if (!report_page) {
    add_text(&head, CPROBE_CRASH_MAGIC);
    memcpy(head.bytes + head.count, report_nonce, CPROBE_NONCE_SIZE);
    head.count += CPROBE_NONCE_SIZE;
  }
  add_number(&head, (uint64_t)number);
  add_separator(&head, ' ');
  add_number(&head, (uint64_t)(uint32_t)info->si_code);
  add_separator(&head, ' ');
  add_number(&head, origin(info));
  add_separator(&head, '\n');
  write_report(head.bytes, head.count);
}

static void report_crash(int number, const siginfo_t *info, const ucontext_t *context) {
  /* A plugin may have called exit(3) before. */
  if (report_page) cprobe_page_clear_crash(report_page);
  /* First of all, as what follows can wait for ever for a lock of the dynamic linker, or crash itself. */
  report_head(number, info);
  if (report_page) cprobe_page_wake_watcher();
  uintptr_t fault = faulting_instruction(context);
  report_frame(fault, 0, 0);
  void *frames[CPROBE_CRASH_FRAMES];
  int count = backtrace(frames, CPROBE_CRASH_FRAMES);
  /* The innermost frames are those of this handler. */
  int first = count;
  for (int frame = 0; frame < count; frame++) {
    if ((uintptr_t)frames[frame] == fault) {
      first = frame + 1;
      break;
    }
  }
  for (int frame = first; frame < count; frame++) report_frame((uintptr_t)frames[frame], 1, 0);
  write_report(CPROBE_CRASH_NAMES, sizeof CPROBE_CRASH_NAMES - 1);
  report_frame(fault, 0, 1);
  for (int frame = first; frame < count; frame++) report_frame((uintptr_t)frames[frame], 1, 1);
  write_report(CPROBE_CRASH_END, sizeof CPROBE_CRASH_END - 1);
  if (report_page) cprobe_page_wake_watcher();
}

static void on_crash(int number, siginfo_t *info, void *context) {
  if (getpid() == report_owner) {
    int none = 0;
    if (atomic_compare_exchange_strong(&report_thread, &none, (int)gettid())) {
      report_crash(number, info, context);
    } else if (atomic_load(&report_thread) != (int)gettid()) {
      /* Another thread reports its own crash, and ends the process afterwards. The parent has a deadline. */
      for (;;) pause();
    }
  }
  for (int index = 0; index < CRASH_SIGNAL_COUNT; index++) {
    if (crash_signals[index] == number) sigaction(number, &earlier_actions[index], NULL);
  }
  /* A fault is raised again when this handler returns, with the same details. A signal that was sent, or that
     is not raised again, is raised here; it stays blocked until the handler returns, too. */
  if (info->si_code <= 0 || number == SIGTRAP || number == SIGSYS) raise(number);
}

/* Whether the program has announced its plugins, and has no status yet. */
static int is_running_plugins(const cprobe_page *page) {
  size_t count;
  int32_t thread;
  cprobe_page_document(page, &count);
  return count > 0 && cprobe_page_status(page, &thread) < 0;
}

/*
 * Reports the calls that led to exit(3) or quick_exit(3), as a crash with the signal 0, if the program has no status yet: a
 * plugin has ended it. Registered before any plugin is loaded, so it runs after the functions that plugins register with
 * atexit(3). The destructors of libraries run later.
 */
static void on_early_exit(void) {
  if (getpid() != report_owner || !report_page || !is_running_plugins(report_page)) return;
  int none = 0;
  if (!atomic_compare_exchange_strong(&report_thread, &none, (int)gettid())) return;
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_pid = getpid();
  report_head(0, &info);
  cprobe_page_wake_watcher();
  void *frames[CPROBE_CRASH_FRAMES];
  int count = backtrace(frames, CPROBE_CRASH_FRAMES);
  /* The innermost frame is that of this function. */
  for (int frame = 1; frame < count; frame++) report_frame((uintptr_t)frames[frame], 1, 0);
  write_report(CPROBE_CRASH_NAMES, sizeof CPROBE_CRASH_NAMES - 1);
  for (int frame = 1; frame < count; frame++) report_frame((uintptr_t)frames[frame], 1, 1);
  write_report(CPROBE_CRASH_END, sizeof CPROBE_CRASH_END - 1);
  cprobe_page_wake_watcher();
  /* What runs later can crash, and is then reported instead. */
  atomic_store(&report_thread, 0);
}

/* Loads in advance what the handler must not load. */
static void prepare_backtrace(void) {
  void *frame;
  backtrace(&frame, 1);
}

/*
 * Whether a handler is that of Swift's runtime, which prints a backtrace with what the registers point to: a secret of a
 * plugin could be there. A user who sets SWIFT_BACKTRACE wants it all the same.
 */
static int prints_memory(const struct sigaction *action) {
  Dl_info object;
  if (getenv("SWIFT_BACKTRACE") || (action->sa_flags & SA_SIGINFO) == 0) return 0;
  if (!dladdr((const void *)(uintptr_t)action->sa_sigaction, &object) || !object.dli_fname) return 0;
  const char *slash = strrchr(object.dli_fname, '/');
  return strncmp(slash ? slash + 1 : object.dli_fname, "libswift", 8) == 0;
}

static int handle_crashes(void) {
  report_owner = getpid();
  ssize_t count = readlink("/proc/self/exe", program_path, sizeof program_path - 1);
  program_path[count > 0 ? count : 0] = 0;
  if (cprobe_guard_stack() != 0) return -1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_crash;
  action.sa_flags = (int)(SA_SIGINFO | SA_ONSTACK);
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASH_SIGNAL_COUNT; index++) {
    struct sigaction *earlier = &earlier_actions[index];
    if (sigaction(crash_signals[index], &action, earlier) != 0) return -1;
    if (!prints_memory(earlier)) continue;
    memset(earlier, 0, sizeof *earlier);
    earlier->sa_handler = SIG_DFL;
  }
  return 0;
}

int cprobe_guard_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0) return -1;
  if ((stack.ss_flags & SS_DISABLE) == 0 && stack.ss_size >= STACK_SIZE) return 0;
  /* Never freed, not even after the thread has ended: few threads get such a stack. */
  void *memory =
    mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -1;
  stack = (stack_t){.ss_sp = memory, .ss_size = STACK_SIZE};
  return sigaltstack(&stack, NULL);
}

int cprobe_report_crashes(int descriptor, const uint8_t *nonce) {
  if (descriptor < 0) {
    prepare_backtrace();
    return 0;
  }
  report_page = NULL;
  report_descriptor = descriptor;
  memcpy(report_nonce, nonce, CPROBE_NONCE_SIZE);
  return handle_crashes();
}

int cprobe_page_take_crashes(cprobe_page *page) {
  prepare_backtrace();
  report_page = page;
  if (atexit(on_early_exit) != 0 || at_quick_exit(on_early_exit) != 0) return -1;
  return handle_crashes();
}
