#define _GNU_SOURCE
#include "cconfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of <linux/landlock.h>, which Debian 12 has for an older version of the interface. */
struct landlock_ruleset {
  uint64_t handled_files, handled_ports, scopes;
};
struct landlock_path_rule {
  uint64_t rights;
  int32_t parent;
} __attribute__((packed));
struct landlock_port_rule {
  uint64_t rights, port;
};
enum { LANDLOCK_VERSION_FLAG = 1, LANDLOCK_PATH = 1, LANDLOCK_PORT = 2 };

/* Of Linux 5.19. */
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

_Static_assert(sizeof(cconfinement_instruction) == sizeof(struct sock_filter), "struct sock_filter");

int cconfinement_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_VERSION_FLAG);
  return version < 0 ? 0 : (int)version;
}

static bool has_action(uint32_t action) {
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool cconfinement_filters(void) { return has_action(SECCOMP_RET_ERRNO); }

/* Installs a filter (seccomp(2)). Returns the listener, or 0 without one, or -1 with errno. */
static int install(struct sock_fprog *program, unsigned long flags) {
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
}

/* Whether a process with filters can get a listener, which a copy of it tries. */
static bool gets_listener(void) {
  struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog program = {1, &allow};
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    _exit(install(&program, SECCOMP_FILTER_FLAG_NEW_LISTENER) < 0);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return child > 0 && status == 0;
}

bool cconfinement_announces(void) {
  struct seccomp_notif_sizes sizes;
  bool knows = has_action(SECCOMP_RET_USER_NOTIF) && syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0 &&
               sizes.seccomp_notif <= sizeof(struct seccomp_notif) + 64 &&
               sizes.seccomp_notif_resp <= sizeof(struct seccomp_notif_resp) + 64;
  return knows && (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0 || gets_listener());
}

int cconfinement_open(const char *path, bool *is_directory) {
  struct stat status;
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return -1;
  if (fstat(file, &status) != 0) {
    close(file);
    return -1;
  }
  *is_directory = S_ISDIR(status.st_mode);
  return file;
}

int cconfinement_open_cached(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_CACHED};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

/* The mount that an open file is in, as the kernel knows it already; 0 if it does not report that (Linux before 5.8). */
static uint64_t mount_of(int file, mode_t *kind) {
  struct statx status;
  if (statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_MNT_ID, &status) != 0) return 0;
  *kind = status.stx_mode & S_IFMT;
  return (status.stx_mask & STATX_MNT_ID) != 0 ? status.stx_mnt_id : 0;
}

int cconfinement_open_cached_link(const char *path, uint64_t *mount) {
  struct open_how how = {.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC, .resolve = RESOLVE_CACHED};
  int file = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  if (file < 0) return -1;
  mode_t kind = 0;
  *mount = mount_of(file, &kind);
  if (*mount != 0 && kind == S_IFLNK) return file;
  close(file);
  return -1;
}

bool cconfinement_is_in_mount(const char *path, uint64_t mount) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return false;
  mode_t kind;
  uint64_t own = mount_of(file, &kind);
  close(file);
  return own == mount;
}

bool cconfinement_leaves(const char *directory, const char *path) {
  int base = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (base < 0) return false;
  const char *name = path + strlen(directory);
  while (*name == '/') name++;
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS};
  int file = (int)syscall(SYS_openat2, base, name, &how, sizeof how);
  bool leaves = file < 0 && (errno == EXDEV || errno == ELOOP);
  close(base);
  if (file >= 0) close(file);
  return leaves;
}

int cconfinement_memory_file(void) { return memfd_create("filter", MFD_CLOEXEC); }

/*
 * Landlock confines the calling thread alone before version 8 of its interface. The directory of the threads has a link
 * from each, and two of its own. Without /proc, unshare(2) refuses CLONE_THREAD to a process with several threads.
 */
static bool is_single_threaded(void) {
  struct stat status;
  if (stat("/proc/self/task", &status) == 0) return status.st_nlink == 3;
  return syscall(SYS_unshare, CLONE_THREAD) == 0 || errno != EINVAL;
}

int cconfinement_ruleset(uint64_t handled_files, uint64_t handled_ports, uint64_t scopes) {
  struct landlock_ruleset attributes = {handled_files, handled_ports, scopes};
  /* Older kernels know a shorter structure, and accept a longer one whose rest is zero. */
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

int cconfinement_add_file(int ruleset, int file, uint64_t rights) {
  struct landlock_path_rule rule = {rights, file};
  return rights == 0 ? 0 : (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_PATH, &rule, 0);
}

int cconfinement_add_port(int ruleset, uint16_t port, uint64_t rights) {
  struct landlock_port_rule rule = {rights, port};
  return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_PORT, &rule, 0);
}

/*
 * The directory stays open for the life of the process. A rule of Landlock belongs to an inode, and proc(5) makes another one
 * when the kernel, short of memory, has dropped the entry of a directory that no process has open: the rule would be lost.
 */
static int add_own_proc(int ruleset, uint64_t rights) {
  if (rights == 0) return 0;
  int directory = open("/proc/self", O_PATH | O_CLOEXEC);
  /* A system without /proc has nothing to grant. */
  if (directory < 0) return errno == ENOENT ? 0 : -1;
  return cconfinement_add_file(ruleset, directory, rights);
}

static int restrict_files(const cconfinement_plan *plan) {
  if (plan->ruleset < 0) return 0;
  if (add_own_proc(plan->ruleset, plan->own_proc_rights) != 0) return -1;
  return (int)syscall(SYS_landlock_restrict_self, plan->ruleset, 0);
}

/*
 * Drops the capabilities of the process, and those that it would have after an execve(2) (capabilities(7)). Dropping
 * from the bounding set needs a capability itself, so that comes first. A process without it gains none anyway after
 * no_new_privs.
 */
static int drop_capabilities(bool keeps_read_search) {
  for (int number = 0; number < 64; number++) {
    if (prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0) break;
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &header, data) != 0) return -1;
  uint32_t kept = keeps_read_search ? 1U << CAP_DAC_READ_SEARCH : 0;
  for (int word = 0; word < 2; word++, kept = 0) {
    data[word].permitted &= kept;
    data[word].effective &= kept;
    data[word].inheritable = 0;
  }
  return (int)syscall(SYS_capset, &header, data);
}

#define LONGEST_FILTER 4096

static int filter_calls(const cconfinement_plan *plan, int *listener) {
  if (plan->filter_count == 0) return 0;
  if (plan->filter_count > LONGEST_FILTER) {
    errno = E2BIG;
    return -1;
  }
  struct sock_filter filter[LONGEST_FILTER];
  memcpy(filter, plan->filter, (size_t)plan->filter_count * sizeof *filter);
  for (long at = 0; at < plan->filter_count; at++) {
    if (BPF_CLASS(filter[at].code) == BPF_JMP && filter[at].k == plan->own_process) filter[at].k = (uint32_t)getpid();
  }
  struct sock_fprog program = {(unsigned short)plan->filter_count, filter};
  if (!plan->listens) return install(&program, 0);
  /* A signal does not end the wait for an answer, which would announce the call again. Linux before 5.19 lacks that. */
  int result = install(&program, SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
  if (result < 0 && errno == EINVAL) result = install(&program, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  *listener = result;
  return result < 0 ? -1 : 0;
}

void cconfinement_close(cconfinement_plan *plan) {
  if (plan->ruleset >= 0) close(plan->ruleset);
  plan->ruleset = -1;
}

int cconfinement_enforce(cconfinement_plan *plan, int *listener, const char **failed) {
  *listener = -1;
  *failed = NULL;
  if (!is_single_threaded()) {
    errno = EBUSY;
    return -1;
  }
  *failed = "prctl(PR_SET_NO_NEW_PRIVS)";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  *failed = "capset";
  if (!plan->keeps_capabilities && drop_capabilities(plan->keeps_read_search) != 0) return -1;
  *failed = "landlock_restrict_self";
  if (restrict_files(plan) != 0) return -1;
  cconfinement_close(plan);
  *failed = "seccomp";
  return filter_calls(plan, listener);
}

/* The kernel's structures may be longer than those that this file was compiled with (seccomp_unotify(2)). */
union announced {
  struct seccomp_notif notification;
  char room[sizeof(struct seccomp_notif) + 64];
};
union answered {
  struct seccomp_notif_resp response;
  char room[sizeof(struct seccomp_notif_resp) + 64];
};

int cconfinement_next_call(int listener, cconfinement_call *call) {
  struct pollfd polled = {listener, POLLIN, 0};
  if (poll(&polled, 1, 0) <= 0) return 0;
  if ((polled.revents & POLLIN) == 0) return -1;
  union announced announced;
  memset(&announced, 0, sizeof announced);
  /* ENOENT: the process has ended, or a signal interrupted its call. */
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &announced) != 0) return 0;
  const struct seccomp_notif *notification = &announced.notification;
  call->identifier = notification->id;
  call->thread = (int32_t)notification->pid;
  call->number = notification->data.nr;
  call->architecture = notification->data.arch;
  for (int at = 0; at < 6; at++) call->arguments[at] = notification->data.args[at];
  return 1;
}

/* The constant of older headers has the wrong direction, which kernels accept as well. */
bool cconfinement_still_waits(int listener, uint64_t identifier) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &identifier) == 0;
}

/* An answer fails only if the call does not wait any longer. */
static void answer(int listener, uint64_t identifier, int error, uint32_t flags) {
  union answered answered;
  memset(&answered, 0, sizeof answered);
  answered.response.id = identifier;
  answered.response.error = -error;
  answered.response.flags = flags;
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answered);
}

void cconfinement_continue(int listener, uint64_t identifier) {
  answer(listener, identifier, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

void cconfinement_refuse(int listener, uint64_t identifier, int error) { answer(listener, identifier, error, 0); }

bool cconfinement_give(int listener, uint64_t identifier, int file) {
  struct seccomp_notif_addfd given = {.id = identifier, .flags = SECCOMP_ADDFD_FLAG_SEND, .srcfd = (uint32_t)file};
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &given) >= 0;
}

/* A copy of a descriptor of another process (pidfd_getfd(2), Linux 5.6). */
static int copy_descriptor(int32_t process, int descriptor) {
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  if (handle < 0) return -1;
  int copy = (int)syscall(SYS_pidfd_getfd, handle, descriptor, 0);
  close(handle);
  return copy;
}

int cconfinement_read_address(
  int32_t process, int32_t thread, int descriptor, uint64_t address, uint64_t size, int32_t *family, uint16_t *port,
  bool *is_stream) {
  union {
    struct sockaddr any;
    struct sockaddr_in internet;
    struct sockaddr_in6 internet6;
  } name;
  memset(&name, 0, sizeof name);
  if (size > sizeof name) size = sizeof name;
  struct iovec own = {&name, size}, other = {(void *)(uintptr_t)address, size};
  if (process_vm_readv(thread, &own, 1, &other, 1, 0) != (ssize_t)size) return -1;
  int copy = copy_descriptor(process, descriptor), type = 0;
  if (copy < 0) return -1;
  socklen_t length = sizeof type;
  int result = getsockopt(copy, SOL_SOCKET, SO_TYPE, &type, &length);
  close(copy);
  *family = name.any.sa_family;
  *port = ntohs(name.any.sa_family == AF_INET6 ? name.internet6.sin6_port : name.internet.sin_port);
  *is_stream = type == SOCK_STREAM;
  return result;
}

long cconfinement_read_text(int32_t thread, uint64_t address, char *text, long size) {
  long length = 0;
  while (length < size) {
    /* Up to the end of a page, as the next one may not be mapped. */
    long part = 4096 - (long)((address + (uint64_t)length) % 4096);
    if (part > size - length) part = size - length;
    struct iovec own = {text + length, (size_t)part};
    struct iovec other = {(void *)(uintptr_t)(address + (uint64_t)length), (size_t)part};
    if (process_vm_readv(thread, &own, 1, &other, 1, 0) != part) return -1;
    const char *end = memchr(text + length, 0, (size_t)part);
    if (end != NULL) return end - text;
    length += part;
  }
  return -1;
}
