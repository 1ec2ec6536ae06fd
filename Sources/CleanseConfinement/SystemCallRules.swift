import CCleanseConfinement
import CleanseSupport

/// Which system calls a confined process may make, by what its confinement and the kernel have.
///
/// A call that no rule names is refused, and a call that is newer than all of these rules is unknown (ENOSYS). A call that
/// Landlock decides is allowed where refusals are not announced; otherwise it is announced, and the recorder lets it
/// continue in the kernel (``isDecidedByLandlock(_:_:)``).
struct SystemCallRules: Hashable, Sendable {
  let landlockVersion: Int
  let announces: Bool
  let forks: Bool
  let executes: Bool
  let connects: Bool
  let listens: Bool
  let resolvesNames: Bool
  let runsServices: Bool
  let limitsMemory: Bool
  let onlyRecords: Bool

  init(_ confinement: Confinement, on kernel: KernelConfinement) {
    landlockVersion = kernel.landlockVersion
    announces = kernel.announcesRefusals
    forks = confinement.forks
    executes = !confinement.executable.isEmpty
    connects = !confinement.connectPorts.isEmpty
    listens = !confinement.bindPorts.isEmpty
    resolvesNames = confinement.resolvesNames
    runsServices = confinement.runsServices
    limitsMemory = confinement.limitsMemory
    onlyRecords = confinement.onlyRecords
  }

  /// Stands for the ID of the confined process, which is known only once it is confined. Greater than every process ID
  /// (2^22, PID_MAX_LIMIT in proc_sys_kernel(5)) and every other operand of the rules.
  static let ownProcess: UInt32 = 0x7E5C_0D1F

  var rules: [SystemCallRule] { onlyRecords ? recorded : confining }

  private var confining: [SystemCallRule] {
    Self.harmless.map { .allow($0) } + Self.unknown.map { .unknown($0) } + files + signals
      + [mappings] + Self.timers + scheduling + processes + descriptors + sockets
  }

  /// The calls that a confinement decides about, or that none allows. The arguments of openat2(2) are in memory, as is the address
  /// of sendmsg(2); and a process sends its listener, and what it is for, without one, before anything can answer.
  private var recorded: [SystemCallRule] {
    let opening = ["open", "openat", "truncate", "execve", "socket", "connect", "bind"]
    return (opening + Self.changesOfDirectories + Self.neverAllowed).map { .announce($0) }
      + [.announce("sendto", .present(4)), .unknown("openat2")]
  }

  /// Calls that ordinary programs make and no confinement allows.
  static let neverAllowed = [
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "utimensat",
    "utime", "utimes", "setxattr", "fsetxattr", "ptrace", "execveat", "io_uring_setup",
    "inotify_init", "inotify_init1", "unshare", "setns", "mount", "shmget", "msgget", "semget",
  ]

  // MARK: Calls that Landlock decides

  /// Calls that change directories; Landlock has a right for each (landlock(7), "Filesystem actions").
  private static let changesOfDirectories = [
    "creat", "mkdir", "mkdirat", "mknod", "mknodat", "link", "linkat", "symlink", "symlinkat",
    "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2",
  ]
  private static let signalsByProcess = ["kill", "tkill", "tgkill"]
  private static let queuedSignals = ["rt_sigqueueinfo", "rt_tgsigqueueinfo"]

  /// Whether an announced call may continue, because Landlock refuses what is not granted. It looks only at what the
  /// kernel has copied, which the process can't change any longer.
  func isDecidedByLandlock(_ call: String, _ arguments: [UInt64]) -> Bool {
    guard landlockVersion > 0 else { return false }
    if let index = Self.indexOfFlags(call) {
      return Self.opening(call, index).contains { rule in
        rule.arguments.allSatisfy { $0.accepts(arguments) }
      }
    }
    return callsOfLandlock.contains(call)
  }

  private var callsOfLandlock: [String] {
    Self.changesOfDirectories + (landlockVersion >= 3 ? ["truncate"] : [])
      + (landlockVersion >= 6 ? Self.signalsByProcess + Self.queuedSignals : [])
      + (executes ? ["execve"] : [])
  }

  private static func indexOfFlags(_ call: String) -> Int? { ["open": 1, "openat": 2][call] }

  /// Opening in all modes that Landlock knows. It takes the access mode 3 for none, and before its version 3 it does not see
  /// that O_TRUNC truncates a file that is opened for reading.
  private static func opening(_ call: String, _ index: Int) -> [SystemCallRule] {
    let mode = UInt64(O_ACCMODE)
    return [
      .allow(call, .init(index, mask: mode | UInt64(O_TRUNC), equals: UInt64(O_RDONLY))),
      .allow(call, .init(index, mask: mode, equals: UInt64(O_WRONLY))),
      .allow(call, .init(index, mask: mode, equals: UInt64(O_RDWR))),
    ]
  }

  /// The flags of open(2) that only opening for writing has: O_TMPFILE is without O_DIRECTORY.
  static let writingFlags = O_ACCMODE | O_CREAT | O_TRUNC | 0o20_000_000

  /// Opening for reading without waiting is announced as well: the recorder gives the process the states of its threads.
  private static func openingForReading(_ call: String, _ index: Int) -> [SystemCallRule] {
    let flags = UInt64(writingFlags | O_NONBLOCK)
    return [.allow(call, .init(index, mask: flags, equals: UInt64(O_RDONLY)))]
  }

  /// Without Landlock, no file is confined, so the calls that it would decide are allowed.
  private var files: [SystemCallRule] {
    let isAnnounced = announces && landlockVersion > 0
    let opening = isAnnounced ? Self.openingForReading : Self.opening
    let open = opening("open", 1) + opening("openat", 2)
    let others =
      landlockVersion == 0
      ? Self.changesOfDirectories + ["truncate"] + (executes ? ["execve"] : []) : callsOfLandlock
    return open + (isAnnounced ? [] : others.map { .allow($0) })
  }

  // MARK: Calls that are decided by their arguments

  /// Of a limited memory, without MAP_GROWSDOWN of mmap(2).
  private var mappings: SystemCallRule {
    limitsMemory ? .allow("mmap", .init(3, mask: 0x100, equals: 0)) : .allow("mmap")
  }

  /// On the clocks of the system, and of its own processor time: the kernel also knows clocks of the processor time of
  /// other processes, which would then handle the timers. Those of threads are of its own, by the kernel, as are those to
  /// which SIGEV_THREAD_ID sends. (timer_create(2).)
  private static let timers = ["timer_create", "clock_nanosleep"].flatMap { call in
    [
      SystemCallRule.allow(call, .init(0, mask: 0xFFFF_FFF0, equals: 0)),
      .allow(call, .init(0, equals: 0xFFFF_FFFA)),
      .allow(call, .init(0, mask: 0x8000_0004, equals: 0x8000_0004)),
    ]
  }

  /// To itself; queued ones and those to a thread name the process first as well.
  private var signals: [SystemCallRule] {
    // Without announcements, they are among the calls that Landlock decides.
    guard announces || landlockVersion < 6 else { return [] }
    let isDecided = runsServices && landlockVersion >= 6
    return (Self.signalsByProcess + Self.queuedSignals).map {
      isDecided ? .allow($0) : .allow($0, Self.own)
    }
  }

  private static let own = SystemCallRule.Argument(0, equals: UInt64(ownProcess))

  /// Of itself: a process of the same user may otherwise change others (sched(7), setpriority(2), prlimit(2)).
  private var scheduling: [SystemCallRule] {
    let calls = [
      "sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr", "prlimit64",
      "move_pages", "get_robust_list",
    ]
    return calls.flatMap { call in
      [SystemCallRule.allow(call, .init(0, equals: 0)), .allow(call, Self.own)]
    } + [
      // PRIO_PROCESS and IOPRIO_WHO_PROCESS.
      .allow("setpriority", .init(0, equals: 0), .init(1, equals: 0)),
      .allow("ioprio_set", .init(0, equals: 1), .init(1, equals: 0)),
    ]
  }

  /// Without new namespaces, and not as a child of the parent (CLONE_PARENT of clone(2)).
  private var processes: [SystemCallRule] {
    let (namespaces, parent, thread): (UInt64, UInt64, UInt64) = (0x7E02_0000, 0x8000, 0x1_0000)
    let clone =
      forks
      ? SystemCallRule.Argument(0, mask: namespaces | parent, equals: 0)
      : SystemCallRule.Argument(0, mask: namespaces | parent | thread, equals: thread)
    let forking: [SystemCallRule] = forks ? [.allow("fork"), .allow("vfork")] : []
    // Landlock does not refuse to execute files in memory.
    let executing: [SystemCallRule] = executes ? [] : [.allow("memfd_create")]
    return [
      .allow("clone", clone),
      // A query, and PER_LINUX. (personality(2).)
      .allow("personality", .init(0, equals: 0xFFFF_FFFF)),
      .allow("personality", .init(0, equals: 0)),
      // Queries. (setfsuid(2), setfsgid(2).)
      .allow("setfsuid", .init(0, mask: 0xFFFF_FFFF, equals: 0xFFFF_FFFF)),
      .allow("setfsgid", .init(0, mask: 0xFFFF_FFFF, equals: 0xFFFF_FFFF)),
      // Into a new group. A read from a terminal stops the whole group of a process in the background.
      .allow("setpgid", .init(1, equals: 0)),
    ] + forking + executing + Self.attributes.map { .allow("prctl", .init(0, equals: $0)) }
      + privileges
  }

  /// Giving up privileges. A process that checks plugins has none to lose, so that they do so would go unnoticed, and the
  /// process that runs them loses its own. The argument is PR_CAP_AMBIENT_IS_SET, a query.
  private var privileges: [SystemCallRule] {
    let (noNewPrivileges, ambient): (UInt64, UInt64) = (38, 47)
    return runsServices
      ? [
        .allow("capset"), .allow("prctl", .init(0, equals: noNewPrivileges)),
        .allow("prctl", .init(0, equals: ambient)),
      ]
      : [.allow("prctl", .init(0, equals: ambient), .init(1, equals: 1))]
  }

  /// Attributes of the process itself (prctl(2)). Not among them: further filters, which could announce calls to a listener
  /// of their own; becoming the parent of orphans, which the starting process has to find; and being traced by others.
  private static let attributes: [UInt64] = [
    1, 2,  // The signal at the parent's end
    3, 4,  // Dumpable
    7, 8,  // Capabilities kept at a change of users
    15, 16,  // The name of the thread
    21, 23, 27,  // The mode of seccomp, bounding capabilities, secure bits: queries
    25, 29, 30,  // The time stamp counter: a query; timer slack
    37, 39,  // Orphans, no_new_privs: queries
    34, 41, 42,  // Memory errors: a query; huge pages
    50, 51, 52, 53, 54, 55, 56, 63, 64, 65, 66,  // Properties of the processor
    0x5356_4D41,  // The names of mappings
  ]

  /// The request of ioctl(2) and fcntl(2) decides. Others change files of the user that are only readable, such as
  /// FS_IOC_SETFLAGS and FS_IOC_ENABLE_VERITY, type into a terminal (TIOCSTI), or have signals sent to another process
  /// (FIOSETOWN, F_SETOWN). O_ASYNC does that as well: a terminal then sends SIGIO, which ends a process, to the group in
  /// its foreground.
  private var descriptors: [SystemCallRule] {
    let setFlags = SystemCallRule.allow(
      "fcntl", .init(1, equals: 4), .init(2, mask: UInt64(O_ASYNC), equals: 0))
    return Self.controls.map { .allow("ioctl", .init(1, equals: $0)) }
      + Self.operations.map { .allow("fcntl", .init(1, equals: $0)) } + [setFlags]
  }

  private static let controls: [UInt64] = [
    0x5401, 0x802C_542A,  // TCGETS, TCGETS2: isatty(3)
    0x5413, 0x540F,  // TIOCGWINSZ, TIOCGPGRP: queries
    0x541B, 0x5421, 0x5450, 0x5451,  // FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
    0x8008_6601, 0x8004_6601,  // FS_IOC_GETFLAGS, and of 32 bits: queries
    0xC068_6611,  // PROCMAP_QUERY: a line of /proc/PID/maps
  ]

  private static let operations: [UInt64] = [
    0, 1, 2, 3,  // F_DUPFD, F_GETFD, F_SETFD, F_GETFL
    5, 6, 7, 36, 37, 38,  // Locks of this process, and of open files
    9, 11, 1025,  // F_GETOWN, F_GETSIG, F_GETLEASE
    1027, 1030, 1031, 1032, 1033, 1034,  // Duplicates, pipes, seals of memory files
  ]

  // MARK: Sockets

  /// MSG_FASTOPEN of send(2) connects to an address without a check by Landlock.
  private static let fastOpen: UInt64 = 0x2000_0000
  private static let families: [UInt64] = [UInt64(AF_INET), UInt64(AF_INET6)]
  /// The bits of the type without SOCK_CLOEXEC and SOCK_NONBLOCK.
  private static let typeMask: UInt64 = 0xF

  /// Connected pairs of streams and packets are allowed: datagrams could be sent to any socket of the system by its path,
  /// which Landlock does not check (unix(7)). TCP is named exactly, as Landlock ignores other protocols with streams.
  private var sockets: [SystemCallRule] {
    let pairs = [1, 5].map { type in
      SystemCallRule.allow(
        "socketpair", .init(0, equals: UInt64(AF_UNIX)), .init(1, mask: Self.typeMask, equals: type)
      )
    }
    let sending = [("sendto", 3), ("sendmsg", 2), ("sendmmsg", 3)].map { call, flags in
      SystemCallRule.allow(call, .init(flags, mask: Self.fastOpen, equals: 0))
    }
    return pairs + sending + (connects || listens ? streams : [])
      + (resolvesNames ? resolving : [])
      + (connects || resolvesNames ? [.allow("connect")] : [])
      + (listens || resolvesNames ? [.allow("bind")] : [])
      + (listens || runsServices ? [.allow("accept"), .allow("accept4")] : [])
      + (listens || isWithoutStreams ? [.allow("listen")] : [])
  }

  /// Whether the only streams that it can have on the network are inherited: listen(2) binds another one to a free port, which
  /// Landlock does not check.
  private var isWithoutStreams: Bool { runsServices && !connects }

  /// IPPROTO_IP and IPPROTO_TCP.
  private var streams: [SystemCallRule] { Self.sockets(type: 1, protocols: [0, 6]) }

  /// Datagrams of DNS, and the query of the addresses of this machine with which getaddrinfo(3) begins (NETLINK_ROUTE).
  private var resolving: [SystemCallRule] {
    Self.sockets(type: 2, protocols: [0, 17]) + [
      .allow(
        "socket", .init(0, equals: UInt64(AF_NETLINK)), .init(1, mask: Self.typeMask, equals: 3),
        .init(2, equals: 0))
    ]
  }

  private static func sockets(type: UInt64, protocols: [UInt64]) -> [SystemCallRule] {
    families.flatMap { family in
      protocols.map {
        .allow(
          "socket", .init(0, equals: family), .init(1, mask: typeMask, equals: type),
          .init(2, equals: $0))
      }
    }
  }
}
