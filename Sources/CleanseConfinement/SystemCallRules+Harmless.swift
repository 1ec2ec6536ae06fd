extension SystemCallRules {
  /// Calls that glibc replaces with older ones, whose arguments the filter can see, after ENOSYS: clone3(2) and openat2(2)
  /// have theirs in memory.
  static let unknown = ["clone3", "openat2"]

  /// Calls that affect only the process itself and what it has opened, or only read what its user may see anyway.
  ///
  /// Not among them, and so refused: changes of modes, owners, times and attributes of files, which Landlock never covers
  /// (chmod(2), chown(2), utimensat(2), setxattr(2)); inotify(7), which shows names in directories that Landlock hides;
  /// programs, tracing and the memory of other processes (execve(2),
  /// ptrace(2), process_vm_readv(2), pidfd_getfd(2)); signals through a pidfd; users and groups; mounts and namespaces;
  /// IPC objects, which outlive the process (sysvipc(7), mq_overview(7)); keyrings(7); the whole machine, such as
  /// clocks, modules, swap space and quotas; and interfaces with a history of flaws that plugins have no use for while they
  /// load: bpf(2), perf_event_open(2), io_uring(7), userfaultfd(2), fanotify(7), modify_ldt(2).
  static let harmless =
    descriptorCalls + fileQueries + memoryCalls + ownSignals + timeCalls + processQueries
    + threadCalls + socketCalls

  private static let descriptorCalls = [
    "read", "write", "pread64", "pwrite64", "readv", "writev", "preadv", "pwritev", "preadv2",
    "pwritev2", "lseek", "close", "close_range", "dup", "dup2", "dup3", "pipe", "pipe2",
    "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create", "timerfd_settime",
    "timerfd_gettime", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_ctl_old",
    "epoll_wait", "epoll_wait_old", "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select",
    "pselect6", "sendfile", "copy_file_range", "splice", "tee", "vmsplice", "flock", "fsync",
    "fdatasync",
    "sync_file_range", "ftruncate", "fallocate", "fadvise64", "readahead",
  ]

  private static let fileQueries = [
    "access", "faccessat", "faccessat2", "stat", "lstat", "fstat", "newfstatat", "statx", "statfs",
    "fstatfs", "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir",
    "umask", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr",
  ]

  private static let memoryCalls = [
    "brk", "munmap", "mremap", "mprotect", "madvise", "msync", "mincore", "mlock",
    "mlock2", "munlock", "mlockall", "munlockall", "pkey_alloc", "pkey_free", "pkey_mprotect",
    "membarrier", "mbind", "get_mempolicy", "set_mempolicy", "set_mempolicy_home_node",
  ]

  private static let ownSignals = [
    "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigreturn", "rt_sigsuspend",
    "rt_sigtimedwait", "sigaltstack", "pause", "restart_syscall",
  ]

  private static let timeCalls = [
    "nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time",
    "times", "alarm", "getitimer", "setitimer", "timer_settime", "timer_gettime",
    "timer_getoverrun", "timer_delete",
  ]

  private static let processQueries = [
    "getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getresuid",
    "getresgid", "getgroups", "getpgid", "getpgrp", "getsid", "getpriority", "getrlimit",
    "getrusage", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_getattr",
    "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "ioprio_get",
    "getcpu", "uname", "sysinfo", "capget", "getrandom", "pidfd_open",
  ]

  private static let threadCalls = [
    "exit", "exit_group", "wait4", "waitid", "setsid", "setrlimit",
    "sched_yield", "arch_prctl", "set_tid_address", "set_thread_area", "get_thread_area",
    "futex", "futex_waitv", "set_robust_list", "rseq", "landlock_create_ruleset",
    "landlock_add_rule", "landlock_restrict_self",
  ]

  /// On sockets that the process has.
  private static let socketCalls = [
    "recvfrom", "recvmsg", "recvmmsg", "getsockname", "getpeername", "getsockopt", "setsockopt",
    "shutdown",
  ]
}
