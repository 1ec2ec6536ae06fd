#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifndef F_SETSIG
#define F_SETSIG 10
#endif

/* The scene, which the attempts share. */
static attempts_scene at;

/* The path of an entry, in one of two buffers in turn. */
static const char *in(const char *directory, const char *name) {
  static char paths[2][4096];
  static int turn;
  turn = 1 - turn;
  snprintf(paths[turn], sizeof paths[turn], "%s/%s", directory, name);
  return paths[turn];
}

static const char *secret(void) { return in(at.forbidden, "secret"); }
static const char *data(void) { return in(at.readable, "data"); }

/* 0, or the errno of a result of -1. */
static int error_of(long result) { return result < 0 ? errno : 0; }

static int close_after(int descriptor) {
  int error = error_of(descriptor);
  if (descriptor >= 0) close(descriptor);
  return error;
}

static int opening(const char *path, int flags) { return close_after(open(path, flags, 0600)); }

/* The error of an operation on a descriptor of a readable file. */
#define ON_DATA(operation)                              \
  ({                                                    \
    int descriptor = open(data(), O_RDONLY | O_CLOEXEC); \
    int error = error_of(descriptor);                   \
    if (descriptor >= 0) {                              \
      error = error_of(operation);                      \
      close(descriptor);                                \
    }                                                   \
    error;                                              \
  })

#define ATTEMPT(name, expression) \
  static int name(void) { return expression; }
#define CALL(name, ...) ATTEMPT(name, error_of(syscall(__VA_ARGS__)))

/* Files */
ATTEMPT(read_secret, opening(secret(), O_RDONLY))
ATTEMPT(list_forbidden, opening(at.forbidden, O_RDONLY | O_DIRECTORY))
ATTEMPT(write_secret, opening(secret(), O_WRONLY))
ATTEMPT(append_to_secret, opening(secret(), O_RDWR | O_APPEND))
ATTEMPT(create_file, opening(in(at.forbidden, "new"), O_WRONLY | O_CREAT))
ATTEMPT(create_for_reading, opening(in(at.forbidden, "new"), O_RDONLY | O_CREAT))
ATTEMPT(create_unnamed, opening(at.forbidden, O_WRONLY | O_TMPFILE))
ATTEMPT(write_readable, opening(data(), O_WRONLY))
ATTEMPT(truncate_while_reading, opening(data(), O_RDONLY | O_TRUNC))
ATTEMPT(open_without_mode, opening(secret(), 3))
ATTEMPT(open_by_openat2, ({
          uint64_t how[3] = {O_RDWR, 0, 0};
          close_after((int)syscall(SYS_openat2, AT_FDCWD, secret(), how, sizeof how));
        }))
ATTEMPT(make_directory, error_of(mkdir(in(at.forbidden, "d"), 0700)))
ATTEMPT(make_pipe, error_of(mkfifo(in(at.forbidden, "p"), 0600)))
ATTEMPT(make_device, error_of(mknod(in(at.writable, "device"), S_IFCHR | 0600, 0x0103)))
ATTEMPT(remove_file, error_of(unlink(secret())))
ATTEMPT(rename_file, error_of(rename(secret(), in(at.forbidden, "other"))))
ATTEMPT(move_in, error_of(rename(secret(), in(at.writable, "other"))))
ATTEMPT(link_secret, error_of(link(secret(), in(at.writable, "link"))))
ATTEMPT(link_data, error_of(link(data(), in(at.writable, "link"))))
ATTEMPT(make_symlink, error_of(symlink("x", in(at.forbidden, "s"))))
ATTEMPT(write_through_symlink, ({
          int error = error_of(symlink(secret(), in(at.writable, "through")));
          error != 0 ? error : opening(in(at.writable, "through"), O_WRONLY);
        }))
ATTEMPT(truncate_secret, error_of(truncate(secret(), 0)))
ATTEMPT(change_mode, error_of(chmod(secret(), 0666)))
ATTEMPT(change_mode_of_readable, ON_DATA(fchmod(descriptor, 0666)))
ATTEMPT(change_mode_in_writable, error_of(chmod(at.writable, 0777)))
ATTEMPT(change_mode_at, error_of(fchmodat(AT_FDCWD, secret(), 0666, 0)))
ATTEMPT(change_owner, error_of(chown(secret(), getuid(), getgid())))
ATTEMPT(change_owner_of_readable, ON_DATA(fchown(descriptor, getuid(), getgid())))
ATTEMPT(change_times, error_of(utimensat(AT_FDCWD, secret(), NULL, 0)))
ATTEMPT(change_times_of_readable, ON_DATA(futimens(descriptor, NULL)))
ATTEMPT(set_attribute, error_of(setxattr(secret(), "user.x", "1", 1, 0)))
ATTEMPT(set_attribute_of_readable, ON_DATA(fsetxattr(descriptor, "user.x", "1", 1, 0)))
ATTEMPT(remove_attribute, error_of(removexattr(secret(), "user.x")))
/* FS_IOC_SETFLAGS and FS_IOC_ENABLE_VERITY need only a descriptor for reading. */
ATTEMPT(set_flags, ON_DATA(ioctl(descriptor, 0x40086602UL, &(int){0x40})))
ATTEMPT(enable_verity, ON_DATA(ioctl(descriptor, 0x40806685UL, NULL)))
ATTEMPT(lease_readable, ON_DATA(fcntl(descriptor, 1024, F_RDLCK)))
ATTEMPT(name_to_handle, ({
          int mount;
          uint32_t handle[34] = {128};
          error_of(syscall(SYS_name_to_handle_at, AT_FDCWD, data(), handle, &mount, 0));
        }))
ATTEMPT(open_by_handle, ({
          uint32_t handle[34] = {8, 1};
          close_after((int)syscall(SYS_open_by_handle_at, AT_FDCWD, handle, O_RDONLY));
        }))
ATTEMPT(adjust_oom_score, opening("/proc/self/oom_score_adj", O_WRONLY))
ATTEMPT(write_core_pattern, opening("/proc/sys/kernel/core_pattern", O_WRONLY))
ATTEMPT(read_memory_of_victim, opening(({
          static char path[64];
          snprintf(path, sizeof path, "/proc/%d/mem", at.victim);
          path;
        }), O_RDONLY))
ATTEMPT(read_environment_of_victim, opening(({
          static char path[64];
          snprintf(path, sizeof path, "/proc/%d/environ", at.victim);
          path;
        }), O_RDONLY))
ATTEMPT(change_root, error_of(chroot(at.writable)))

/* Sockets */
#define SOCKET(name, ...) ATTEMPT(name, close_after(socket(__VA_ARGS__)))
SOCKET(socket_tcp, AF_INET, SOCK_STREAM, 0)
SOCKET(socket_multipath, AF_INET, SOCK_STREAM, 262)
SOCKET(socket_udp, AF_INET, SOCK_DGRAM, 0)
SOCKET(socket_tcp6, AF_INET6, SOCK_STREAM, 0)
SOCKET(socket_raw, AF_INET, SOCK_RAW, IPPROTO_ICMP)
SOCKET(socket_netlink, AF_NETLINK, SOCK_RAW, 0)
SOCKET(socket_unix, AF_UNIX, SOCK_STREAM, 0)
SOCKET(socket_unix_datagram, AF_UNIX, SOCK_DGRAM, 0)
SOCKET(socket_packet, AF_PACKET, SOCK_RAW, 0)
SOCKET(socket_alg, 38, SOCK_SEQPACKET, 0)
SOCKET(socket_vsock, 40, SOCK_STREAM, 0)
SOCKET(socket_bluetooth, 31, SOCK_RAW, 1)
ATTEMPT(datagram_pair, ({
          int pair[2];
          error_of(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
        }))
ATTEMPT(connect_pair, ({
          int pair[2];
          struct sockaddr_un address = {AF_UNIX, "/run/systemd/notify"};
          int error = error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
          error != 0 ? error : error_of(connect(pair[0], (struct sockaddr *)&address, sizeof address));
        }))

/* Programs */
static char *const arguments[] = {"true", NULL};
ATTEMPT(execute, error_of(execve("/bin/true", arguments, NULL)))
ATTEMPT(execute_from_memory, ({
          int file = memfd_create("x", 0);
          error_of(syscall(SYS_execveat, file, "", arguments, NULL, AT_EMPTY_PATH));
        }))
ATTEMPT(spawn, ({
          pid_t child;
          posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL);
        }))

/* Other processes */
ATTEMPT(signal_victim, error_of(kill(at.victim, SIGURG)))
ATTEMPT(signal_parent, error_of(kill(getppid(), SIGURG)))
ATTEMPT(signal_thread_of_victim, error_of(syscall(SYS_tgkill, at.victim, at.victim, SIGURG)))
ATTEMPT(signal_by_thread, error_of(syscall(SYS_tkill, at.victim, SIGURG)))
ATTEMPT(queue_signal, error_of(sigqueue(at.victim, SIGURG, (union sigval){0})))
ATTEMPT(signal_by_pidfd, ({
          int process = (int)syscall(SYS_pidfd_open, at.victim, 0);
          int error = error_of(syscall(SYS_pidfd_send_signal, process, SIGURG, NULL, 0));
          close(process);
          error;
        }))
ATTEMPT(own_input_of_other, ({
          int ends[2];
          error_of(pipe(ends) == 0 ? fcntl(ends[0], F_SETOWN, at.victim) : -1);
        }))
ATTEMPT(choose_signal, ({
          int ends[2];
          error_of(pipe(ends) == 0 ? fcntl(ends[0], F_SETSIG, SIGKILL) : -1);
        }))
/* A terminal sends SIGIO to the group in its foreground then. */
ATTEMPT(signals_of_input, ({
          int ends[2];
          error_of(pipe(ends) == 0 ? fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) : -1);
        }))
/* A read from a terminal stops the group of a process in the background. */
ATTEMPT(join_group, error_of(setpgid(0, getpgid(at.victim))))
static int timing(clockid_t clock) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  int error = error_of(timer_create(clock, &event, &timer));
  return error != 0 ? error : error_of(timer_delete(timer));
}
ATTEMPT(time_other, ({
          clockid_t clock;
          int error = clock_getcpuclockid(at.victim, &clock);
          error != 0 ? error : timing(clock);
        }))
ATTEMPT(sleep_by_other, ({
          clockid_t clock;
          int error = clock_getcpuclockid(at.victim, &clock);
          error != 0 ? error : clock_nanosleep(clock, 0, &(struct timespec){0, 1}, NULL);
        }))
ATTEMPT(own_socket_of_other, ({
          int pair[2];
          error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 ? ioctl(pair[0], 0x8901, &at.victim) : -1);
        }))
ATTEMPT(trace, error_of(ptrace(PTRACE_SEIZE, at.victim, NULL, NULL)))
ATTEMPT(be_traced, error_of(ptrace(PTRACE_TRACEME, 0, NULL, NULL)))
static struct iovec room(void) {
  static char bytes[8];
  return (struct iovec){bytes, sizeof bytes};
}
ATTEMPT(read_other, ({
          struct iovec own = room(), other = room();
          error_of(process_vm_readv(at.victim, &own, 1, &other, 1, 0));
        }))
ATTEMPT(write_other, ({
          struct iovec own = room(), other = room();
          error_of(process_vm_writev(at.victim, &own, 1, &other, 1, 0));
        }))
ATTEMPT(take_descriptor, ({
          int process = (int)syscall(SYS_pidfd_open, at.victim, 0);
          int error = close_after((int)syscall(SYS_pidfd_getfd, process, 0, 0));
          close(process);
          error;
        }))
CALL(compare_processes, SYS_kcmp, getpid(), at.victim, 0, 0, 0)
ATTEMPT(limit_other, error_of(prlimit(at.victim, RLIMIT_NOFILE, &(struct rlimit){64, 64}, NULL)))
ATTEMPT(slow_other, error_of(setpriority(PRIO_PROCESS, (id_t)at.victim, 19)))
ATTEMPT(slow_all, error_of(setpriority(PRIO_USER, 0, 19)))
CALL(slow_input_of_other, SYS_ioprio_set, 1, at.victim, 0x6000)
ATTEMPT(move_other, ({
          cpu_set_t set;
          CPU_ZERO(&set);
          CPU_SET(0, &set);
          error_of(sched_setaffinity(at.victim, sizeof set, &set));
        }))
ATTEMPT(reschedule_other, error_of(sched_setscheduler(at.victim, SCHED_IDLE, &(struct sched_param){0})))
CALL(child_of_parent, SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)

/* Objects of the system */
ATTEMPT(shared_memory, error_of(shmget(IPC_PRIVATE, 4096, 0600)))
CALL(message_queue, SYS_msgget, IPC_PRIVATE, 0600)
CALL(semaphores, SYS_semget, IPC_PRIVATE, 1, 0600)
CALL(posix_queue, SYS_mq_open, "cleanse-attempt", O_RDWR | O_CREAT, 0600, NULL)
CALL(add_key, SYS_add_key, "user", "cleanse-attempt", "x", 1, -2)
CALL(request_key, SYS_request_key, "user", "cleanse-attempt", NULL, 0)
CALL(join_keyring, SYS_keyctl, 1, NULL)
CALL(ring, SYS_io_uring_setup, 1, (char[120]){0})
CALL(page_faults, SYS_userfaultfd, 1)
CALL(bpf, SYS_bpf, 0, NULL, 0)
CALL(performance, SYS_perf_event_open, NULL, 0, -1, -1, 0)
CALL(watch_files, SYS_fanotify_init, 0x200, 0)
CALL(watch_names, SYS_inotify_add_watch, -1, at.forbidden, 0x100)
CALL(mount_file_system, SYS_mount, "none", at.writable, "tmpfs", 0, NULL)
CALL(unmount, SYS_umount2, at.writable, 0)
CALL(pivot, SYS_pivot_root, at.writable, at.writable)
CALL(copy_tree, SYS_open_tree, AT_FDCWD, at.writable, 1)
CALL(open_file_system, SYS_fsopen, "tmpfs", 0)
CALL(new_namespace, SYS_unshare, CLONE_NEWUSER)
CALL(enter_namespace, SYS_setns, 0, CLONE_NEWUSER)
CALL(clone_namespace, SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)
CALL(clone_by_structure, SYS_clone3, (char[88]){0}, 88)
CALL(set_host_name, SYS_sethostname, "x", -1)
CALL(set_time, SYS_settimeofday, (int64_t[2]){-1, -1}, NULL)
CALL(set_clock, SYS_clock_settime, 99, NULL)
CALL(load_module, SYS_init_module, NULL, 0, "")
CALL(load_module_file, SYS_finit_module, -1, "", 0)
CALL(load_kernel, SYS_kexec_load, 0, 0, NULL, 0xFFFF)
CALL(swap, SYS_swapon, "/nonexistent", 0)
CALL(quota, SYS_quotactl, 0, NULL, 0, NULL)
CALL(restart_system, SYS_reboot, 0, 0, 0, NULL)
CALL(account, SYS_acct, "/nonexistent")
CALL(system_log, SYS_syslog, 3, NULL, 0)
CALL(hang_up, SYS_vhangup)
CALL(type_into_terminal, SYS_ioctl, 0, 0x5412, "x")
CALL(select_in_terminal, SYS_ioctl, 0, 0x541C, "\x02")
/* The kernel reads 32 bits of a request. */
CALL(type_with_high_bits, SYS_ioctl, 0, 0x100005412UL, "x")

/* The process itself */
CALL(set_user, SYS_setuid, getuid())
CALL(set_group, SYS_setgid, getgid())
CALL(set_users, SYS_setresuid, getuid(), getuid(), getuid())
CALL(set_groups, SYS_setgroups, 0, NULL)
ATTEMPT(give_up_privileges, error_of(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)))
CALL(give_up_capabilities, SYS_capset, &(struct __user_cap_header_struct){_LINUX_CAPABILITY_VERSION_3, 0},
     (struct __user_cap_data_struct[2]){{0}})
ATTEMPT(give_up_ambient_capabilities, error_of(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)))
CALL(change_personality, SYS_personality, 0x0400000)
CALL(further_filter, SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL)
ATTEMPT(further_filter_by_prctl, error_of(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL)))
ATTEMPT(adopt_orphans, error_of(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)))
CALL(number_of_later_kernel, 1000)
#ifdef __x86_64__
CALL(call_of_x32, 0x40000000 + SYS_getpid)
/* getpid of 32-bit programs; the kernel may lack these. */
static int call_of_32_bits(void) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
  return result < 0 ? (int)-result : 0;
}
CALL(descriptors_of_segments, SYS_modify_ldt, 0, NULL, 0)
CALL(ports_of_processor, SYS_iopl, 3)
#endif

/* What has to work */
ATTEMPT(read_data, opening(data(), O_RDONLY))
ATTEMPT(list_readable, opening(at.readable, O_RDONLY | O_DIRECTORY))
ATTEMPT(read_own_maps, opening("/proc/self/maps", O_RDONLY))
/* As libdispatch does (src/event/workqueue.c), which ends the process if it fails. */
static void *read_own_state(void *error) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", gettid());
  *(int *)error = opening(path, O_RDONLY | O_NONBLOCK);
  return NULL;
}
ATTEMPT(read_state_of_thread, ({
          pthread_t thread;
          int result = 0;
          int error = pthread_create(&thread, NULL, read_own_state, &result);
          error != 0 ? error : (pthread_join(thread, NULL), result);
        }))
ATTEMPT(use_temporary_file, ({
          char path[4096];
          snprintf(path, sizeof path, "%s/tXXXXXX", at.writable);
          int file = mkstemp(path);
          int error = error_of(file);
          if (file >= 0 && write(file, "text", 4) != 4) error = errno;
          if (file >= 0 && ftruncate(file, 1) != 0) error = errno;
          if (file >= 0) close(file);
          error != 0 ? error : error_of(unlink(path));
        }))
ATTEMPT(use_directory, ({
          int error = error_of(mkdir(in(at.writable, "d"), 0700));
          if (error == 0) error = opening(in(at.writable, "d/f"), O_WRONLY | O_CREAT);
          if (error == 0) error = error_of(rename(in(at.writable, "d/f"), in(at.writable, "d/g")));
          if (error == 0) error = error_of(unlink(in(at.writable, "d/g")));
          error != 0 ? error : error_of(rmdir(in(at.writable, "d")));
        }))
ATTEMPT(read_null, opening("/dev/null", O_RDWR))
/* The links themselves are renamed and removed, not what they lead to. */
ATTEMPT(use_link_to_secret, ({
          int error = error_of(symlink(secret(), in(at.writable, "l")));
          if (error == 0) error = error_of(rename(in(at.writable, "l"), in(at.writable, "m")));
          error != 0 ? error : error_of(unlink(in(at.writable, "m")));
        }))
/* The error of opening an open file again for writing. */
static int reopening(int descriptor, const char *directory) {
  char path[4096];
  snprintf(path, sizeof path, "/proc/%s/fd/%d", directory, descriptor);
  int error = descriptor < 0 ? errno : opening(path, O_WRONLY);
  if (descriptor >= 0) close(descriptor);
  return error;
}
ATTEMPT(reopen_null, reopening(open("/dev/null", O_WRONLY | O_CLOEXEC), "self"))
ATTEMPT(reopen_null_of_thread, reopening(open("/dev/null", O_WRONLY | O_CLOEXEC), "thread-self"))
ATTEMPT(reopen_memory_file, reopening(memfd_create("x", MFD_CLOEXEC), "self"))
ATTEMPT(reopen_pipe, ({
          int ends[2];
          int error = error_of(pipe(ends));
          if (error == 0) error = reopening(ends[1], "self");
          if (error == 0) close(ends[0]);
          error;
        }))
ATTEMPT(use_root_of_process, ({
          char path[4096];
          snprintf(path, sizeof path, "/proc/self/root%s/r", at.writable);
          int error = opening(path, O_WRONLY | O_CREAT);
          error != 0 ? error : error_of(unlink(path));
        }))
static void *nothing(void *argument) { return argument; }
ATTEMPT(use_thread, ({
          pthread_t thread;
          int error = pthread_create(&thread, NULL, nothing, NULL);
          error != 0 ? error : pthread_join(thread, NULL);
        }))

/* The status of a child that calls the function, or -1. */
static int status_of_child(void (*work)(void)) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    work();
    _exit(0);
  }
  int status;
  return waitpid(child, &status, 0) == child ? status : -1;
}
static void no_work(void) {}
ATTEMPT(use_fork, status_of_child(no_work) == 0 ? 0 : EINVAL)
static const char *program;
static void execute_program(void) {
  execve(program, arguments, NULL);
  _exit(errno);
}
static int status_of_program(const char *path) {
  program = path;
  int status = status_of_child(execute_program);
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINVAL;
}
ATTEMPT(execute_in_fork, status_of_program("/bin/true"))
/* The filter knows only the first process: a fork that aborts is ended by the signal, or by what abort(3) does next. */
static void abort_as_usual(void) {
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  abort();
}
ATTEMPT(abort_in_fork, WIFSIGNALED(status_of_child(abort_as_usual)) ? 0 : EINVAL)
ATTEMPT(make_code, ({
          unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          error_of(page == MAP_FAILED ? -1 : mprotect(page, 4096, PROT_READ | PROT_EXEC));
        }))
ATTEMPT(use_memory_file, ({
          int file = memfd_create("x", MFD_CLOEXEC);
          error_of(file < 0 || ftruncate(file, 4096) != 0 ? -1
                   : mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0) == MAP_FAILED ? -1 : close(file));
        }))
static void expire(union sigval value) { (void)value; }
ATTEMPT(use_timer, ({
          timer_t timer;
          struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expire};
          int error = error_of(timer_create(CLOCK_MONOTONIC, &event, &timer));
          error != 0 ? error : error_of(timer_delete(timer));
        }))
ATTEMPT(use_clocks, ({
          clockid_t clock;
          int error = timing(CLOCK_REALTIME);
          if (error == 0) error = timing(CLOCK_BOOTTIME);
          if (error == 0) error = timing(CLOCK_PROCESS_CPUTIME_ID);
          if (error == 0) error = timing(CLOCK_THREAD_CPUTIME_ID);
          if (error == 0) error = pthread_getcpuclockid(pthread_self(), &clock);
          if (error == 0) error = clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1}, NULL);
          error != 0 ? error : timing(clock);
        }))
ATTEMPT(use_nonblocking_pipe, ({
          int ends[2];
          error_of(pipe(ends) == 0 ? fcntl(ends[0], F_SETFL, O_NONBLOCK) : -1);
        }))
ATTEMPT(make_group, error_of(setpgid(0, 0)))
ATTEMPT(use_pair, ({
          int pair[2];
          char text[2];
          int error = error_of(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
          if (error == 0) error = error_of(send(pair[0], "ab", 2, MSG_NOSIGNAL));
          error != 0 ? error : error_of(recv(pair[1], text, 2, 0));
        }))
static volatile sig_atomic_t handled;
static void handle(int number) { handled = number; }
ATTEMPT(raise_signal, ({
          signal(SIGUSR1, handle);
          int error = raise(SIGUSR1) != 0 || kill(getpid(), SIGUSR1) != 0 ? errno : 0;
          error != 0 ? error : handled == SIGUSR1 ? error_of(sigqueue(getpid(), SIGUSR1, (union sigval){0})) : EINVAL;
        }))
ATTEMPT(find_user, (getpwuid(0), getgrgid(0), getpid() > 0 ? 0 : EINVAL))
ATTEMPT(name_other_thread, (prctl(PR_SET_NAME, "attempts"), 0))
ATTEMPT(set_own_affinity, ({
          cpu_set_t set;
          int error = error_of(sched_getaffinity(0, sizeof set, &set));
          error != 0 ? error : error_of(sched_setaffinity(0, sizeof set, &set));
        }))
ATTEMPT(get_own_limit, ({
          struct rlimit limit;
          error_of(getrlimit(RLIMIT_NOFILE, &limit));
        }))
ATTEMPT(wait_for_event, ({
          int event = eventfd(1, EFD_CLOEXEC);
          struct pollfd polled = {event, POLLIN, 0};
          int error = poll(&polled, 1, 0) == 1 ? 0 : EINVAL;
          close(event);
          error;
        }))
ATTEMPT(is_a_terminal, (isatty(1) || errno == ENOTTY) ? 0 : errno)
ATTEMPT(lock_readable, ON_DATA(fcntl(descriptor, F_SETLK, &(struct flock){.l_type = F_RDLCK})))
ATTEMPT(fork_is_gone, waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD ? 0 : EINVAL)

/* The permitted capabilities; those from the 32nd up are added to others. */
static uint32_t capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  return syscall(SYS_capget, &header, data) == 0 ? data[0].permitted | data[1].permitted : ~0U;
}
static uint32_t capabilities_at_start;
__attribute__((constructor)) static void start(void) { capabilities_at_start = capabilities(); }
ATTEMPT(have_no_capability, capabilities() == 0 ? 0 : EINVAL)
ATTEMPT(keep_right_to_read, capabilities() == (capabilities_at_start & 1U << CAP_DAC_READ_SEARCH) ? 0 : EINVAL)

/* What is granted, and what stays refused then */
static struct sockaddr_in address_of(uint16_t port) {
  return (struct sockaddr_in){AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
}
static int with_socket(int (*use)(int)) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
  int error = descriptor < 0 ? errno : use(descriptor);
  if (descriptor >= 0) close(descriptor);
  return error;
}
static int connecting(int descriptor, uint16_t port) {
  struct sockaddr_in address = address_of(port);
  return error_of(connect(descriptor, (struct sockaddr *)&address, sizeof address));
}
static int to_port(int descriptor) { return connecting(descriptor, at.port); }
static int to_other_port(int descriptor) { return connecting(descriptor, 1); }
static int to_other_port_fast(int descriptor) {
  struct sockaddr_in address = address_of(1);
  return error_of(sendto(descriptor, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
}
static int to_listen(int descriptor) { return error_of(listen(descriptor, 1)); }
static int to_bind(int descriptor) {
  struct sockaddr_in address = address_of(at.port);
  return error_of(bind(descriptor, (struct sockaddr *)&address, sizeof address));
}
ATTEMPT(connect_to_port, with_socket(to_port))
ATTEMPT(connect_to_other_port, with_socket(to_other_port))
ATTEMPT(connect_fast, with_socket(to_other_port_fast))
ATTEMPT(listen_on_any_port, with_socket(to_listen))
ATTEMPT(bind_to_port, with_socket(to_bind))
ATTEMPT(execute_granted, status_of_program("/bin/true"))
ATTEMPT(execute_other, status_of_program("/bin/cat"))
ATTEMPT(make_memory_file, close_after(memfd_create("x", 0)))

/* An attempt fails with the error from a version of Landlock on; before that version, it may also succeed. */
static const struct attempt {
  const char *name;
  int (*make)(void);
  int expected, from_version;
} refused[] = {
#define FROM(version, name, error) {#name, name, error, version}
#define ALWAYS(name, error) FROM(0, name, error)
    FROM(1, read_secret, EACCES), FROM(1, list_forbidden, EACCES), FROM(1, write_secret, EACCES),
    FROM(1, append_to_secret, EACCES), FROM(1, create_file, EACCES), FROM(1, create_for_reading, EACCES),
    FROM(1, create_unnamed, EACCES), FROM(1, write_readable, EACCES), ALWAYS(truncate_while_reading, EPERM),
    ALWAYS(open_without_mode, EPERM), ALWAYS(open_by_openat2, ENOSYS), FROM(1, make_directory, EACCES),
    FROM(1, make_pipe, EACCES), FROM(1, make_device, EACCES), FROM(1, remove_file, EACCES),
    FROM(1, rename_file, EACCES), FROM(1, move_in, -1), FROM(1, link_secret, -1), FROM(1, link_data, -1),
    FROM(1, make_symlink, EACCES), FROM(1, write_through_symlink, EACCES), FROM(1, truncate_secret, -1),
    ALWAYS(change_mode, EPERM), ALWAYS(change_mode_of_readable, EPERM), ALWAYS(change_mode_in_writable, EPERM),
    ALWAYS(change_mode_at, EPERM), ALWAYS(change_owner, EPERM), ALWAYS(change_owner_of_readable, EPERM),
    ALWAYS(change_times, EPERM), ALWAYS(change_times_of_readable, EPERM), ALWAYS(set_attribute, EPERM),
    ALWAYS(set_attribute_of_readable, EPERM), ALWAYS(remove_attribute, EPERM), ALWAYS(set_flags, EPERM),
    ALWAYS(enable_verity, EPERM), ALWAYS(lease_readable, EPERM), ALWAYS(name_to_handle, EPERM),
    ALWAYS(open_by_handle, EPERM), FROM(1, adjust_oom_score, EACCES), FROM(1, write_core_pattern, EACCES),
    FROM(1, read_memory_of_victim, EACCES), FROM(1, read_environment_of_victim, EACCES), ALWAYS(change_root, EPERM),

    ALWAYS(socket_tcp, EPERM), ALWAYS(socket_multipath, EPERM), ALWAYS(socket_udp, EPERM), ALWAYS(socket_tcp6, EPERM),
    ALWAYS(socket_raw, EPERM), ALWAYS(socket_netlink, EPERM), ALWAYS(socket_unix, EPERM),
    ALWAYS(socket_unix_datagram, EPERM), ALWAYS(socket_packet, EPERM), ALWAYS(socket_alg, EPERM),
    ALWAYS(socket_vsock, EPERM), ALWAYS(socket_bluetooth, EPERM), ALWAYS(datagram_pair, EPERM),
    ALWAYS(connect_pair, EPERM),

    ALWAYS(execute, EPERM), ALWAYS(execute_from_memory, EPERM), ALWAYS(spawn, EPERM),

    ALWAYS(signal_victim, EPERM), ALWAYS(signal_parent, EPERM), ALWAYS(signal_thread_of_victim, EPERM),
    ALWAYS(signal_by_thread, EPERM), ALWAYS(queue_signal, EPERM), ALWAYS(signal_by_pidfd, EPERM),
    ALWAYS(own_input_of_other, EPERM), ALWAYS(choose_signal, EPERM), ALWAYS(own_socket_of_other, EPERM),
    ALWAYS(signals_of_input, EPERM), ALWAYS(join_group, EPERM), ALWAYS(time_other, EPERM),
    ALWAYS(sleep_by_other, EPERM),
    ALWAYS(trace, EPERM), ALWAYS(be_traced, EPERM), ALWAYS(read_other, EPERM), ALWAYS(write_other, EPERM),
    ALWAYS(take_descriptor, EPERM), ALWAYS(compare_processes, EPERM), ALWAYS(limit_other, EPERM),
    ALWAYS(slow_other, EPERM), ALWAYS(slow_all, EPERM), ALWAYS(slow_input_of_other, EPERM),
    ALWAYS(move_other, EPERM), ALWAYS(reschedule_other, EPERM), ALWAYS(child_of_parent, EPERM),

    ALWAYS(shared_memory, EPERM), ALWAYS(message_queue, EPERM), ALWAYS(semaphores, EPERM), ALWAYS(posix_queue, EPERM),
    ALWAYS(add_key, EPERM), ALWAYS(request_key, EPERM), ALWAYS(join_keyring, EPERM), ALWAYS(ring, EPERM),
    ALWAYS(page_faults, EPERM), ALWAYS(bpf, EPERM), ALWAYS(performance, EPERM), ALWAYS(watch_files, EPERM),
    ALWAYS(watch_names, EPERM),
    ALWAYS(mount_file_system, EPERM), ALWAYS(unmount, EPERM), ALWAYS(pivot, EPERM), ALWAYS(copy_tree, EPERM),
    ALWAYS(open_file_system, EPERM), ALWAYS(new_namespace, EPERM), ALWAYS(enter_namespace, EPERM),
    ALWAYS(clone_namespace, EPERM), ALWAYS(clone_by_structure, ENOSYS), ALWAYS(set_host_name, EPERM),
    ALWAYS(set_time, EPERM), ALWAYS(set_clock, EPERM), ALWAYS(load_module, EPERM), ALWAYS(load_module_file, EPERM),
    ALWAYS(load_kernel, EPERM), ALWAYS(swap, EPERM), ALWAYS(quota, EPERM), ALWAYS(restart_system, EPERM),
    ALWAYS(account, EPERM), ALWAYS(system_log, EPERM), ALWAYS(hang_up, EPERM), ALWAYS(type_into_terminal, EPERM),
    ALWAYS(select_in_terminal, EPERM), ALWAYS(type_with_high_bits, EPERM),

    ALWAYS(set_user, EPERM), ALWAYS(set_group, EPERM), ALWAYS(set_users, EPERM), ALWAYS(set_groups, EPERM),
    ALWAYS(give_up_privileges, EPERM), ALWAYS(give_up_capabilities, EPERM),
    ALWAYS(give_up_ambient_capabilities, EPERM),
    ALWAYS(change_personality, EPERM), ALWAYS(further_filter, EPERM), ALWAYS(further_filter_by_prctl, EPERM),
    ALWAYS(adopt_orphans, EPERM), ALWAYS(number_of_later_kernel, ENOSYS),
#ifdef __x86_64__
    ALWAYS(call_of_x32, ENOSYS), ALWAYS(call_of_32_bits, ENOSYS), ALWAYS(descriptors_of_segments, EPERM),
    ALWAYS(ports_of_processor, EPERM),
#endif

    ALWAYS(read_data, 0), ALWAYS(list_readable, 0), ALWAYS(read_own_maps, 0), ALWAYS(use_temporary_file, 0),
    ALWAYS(read_state_of_thread, 0),
    ALWAYS(use_link_to_secret, 0), ALWAYS(reopen_null, 0), ALWAYS(reopen_null_of_thread, 0),
    ALWAYS(reopen_memory_file, 0), ALWAYS(reopen_pipe, 0), ALWAYS(use_root_of_process, 0),
    ALWAYS(use_directory, 0), ALWAYS(read_null, 0), ALWAYS(use_thread, 0), ALWAYS(use_fork, 0),
    ALWAYS(execute_in_fork, EPERM), ALWAYS(abort_in_fork, 0), ALWAYS(make_code, 0), ALWAYS(use_memory_file, 0),
    ALWAYS(use_timer, 0), ALWAYS(use_clocks, 0), ALWAYS(use_nonblocking_pipe, 0), ALWAYS(make_group, 0),
    ALWAYS(use_pair, 0), ALWAYS(raise_signal, 0), ALWAYS(find_user, 0),
    ALWAYS(name_other_thread, 0), ALWAYS(set_own_affinity, 0), ALWAYS(get_own_limit, 0), ALWAYS(wait_for_event, 0),
    ALWAYS(is_a_terminal, 0), ALWAYS(lock_readable, 0), ALWAYS(fork_is_gone, 0),
    ALWAYS(have_no_capability, 0),
}, granted_ones[] = {
    ALWAYS(connect_to_port, 0), FROM(4, connect_to_other_port, EACCES), ALWAYS(connect_fast, EPERM),
    ALWAYS(listen_on_any_port, EPERM), FROM(4, bind_to_port, EACCES), ALWAYS(socket_multipath, EPERM),
    ALWAYS(socket_udp, 0), ALWAYS(socket_netlink, 0), ALWAYS(socket_raw, EPERM), ALWAYS(socket_unix, EPERM),
    ALWAYS(datagram_pair, EPERM), ALWAYS(execute_granted, 0), FROM(1, execute_other, EACCES),
    ALWAYS(execute_from_memory, EPERM), ALWAYS(make_memory_file, EPERM), FROM(1, write_secret, EACCES),
    ALWAYS(keep_right_to_read, 0),
};

bool attempts_make(
    long index, bool granted, int landlock_version, const attempts_scene *scene, attempts_result *result) {
  long count = (long)(granted ? sizeof granted_ones : sizeof refused) / (long)sizeof *refused;
  if (index < 0 || index >= count) return false;
  const struct attempt *attempt = granted ? &granted_ones[index] : &refused[index];
  at = *scene;
  *result = (attempts_result){attempt->name, attempt->expected, 0};
  /* Without Landlock, the files are not confined, and an attempt would change them. */
  if (attempt->from_version > landlock_version) {
    result->result = attempt->expected;
    return true;
  }
  result->result = attempt->make();
  /* -1: Landlock's error depends on its version. */
  if (attempt->expected == -1 && result->result != 0) result->result = -1;
  return true;
}

uint16_t attempts_listen(void) {
  struct sockaddr_in address = address_of(0);
  socklen_t size = sizeof address;
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool listens = bind(descriptor, (struct sockaddr *)&address, size) == 0 && listen(descriptor, 8) == 0 &&
                 getsockname(descriptor, (struct sockaddr *)&address, &size) == 0;
  return listens ? ntohs(address.sin_port) : 0;
}

int32_t attempts_fork(void) { return (int32_t)fork(); }

int attempts_connect(int *one, int *other) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return -1;
  *one = pair[0];
  *other = pair[1];
  return 0;
}

int attempts_take_listener(void) {
  struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog program = {1, &allow};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

int attempts_send(int connection, int descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  char byte = 0;
  struct iovec text = {&byte, 1};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
  }
  return sendmsg(connection, &message, 0) == 1 ? 0 : -1;
}

int attempts_receive(int connection) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  char byte;
  struct iovec text = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  int descriptor = -1;
  if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_type == SCM_RIGHTS) memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}
