import CCleanseConfinement
import CleanseSupport

/// A system call that waits for its answer.
struct AnnouncedCall {
  let identifier: UInt64
  let name: String
  let arguments: [UInt64]
  let thread: Int32

  init(_ call: cconfinement_call) {
    identifier = call.identifier
    thread = call.thread
    name = SystemCallFilter.name(ofCall: call.number) ?? "\(call.number)"
    let values = call.arguments
    arguments = [values.0, values.1, values.2, values.3, values.4, values.5]
  }

  /// What it tries.
  var attempt: Refusal {
    switch name {
    case "socket": .socket(family: number(0), type: number(1))
    case "open", "creat", "mkdir", "mknod", "truncate": .write(path(0))
    case "openat", "mkdirat", "mknodat": .write(path(1, in: 0))
    case "link", "symlink": .write(path(1))
    case "symlinkat": .write(path(2, in: 1))
    case "linkat": .write(path(3, in: 2))
    case "unlink", "rmdir", "rename": .removal(path(0))
    case "unlinkat", "renameat", "renameat2": .removal(path(1, in: 0))
    case "execve": .execution(path(0))
    case "execveat": .execution(path(1, in: 0))
    case "kill", "tkill": .signal(number(1), process: number(0))
    case "tgkill": .signal(number(2), process: number(0))
    case "rt_sigqueueinfo": .signal(number(1), process: number(0))
    case "rt_tgsigqueueinfo": .signal(number(2), process: number(0))
    default: .call(name)
    }
  }

  /// Whether the file is the target of a link at the end of the path, and not an entry of a directory.
  var followsLastLink: Bool {
    ["open", "openat", "creat", "truncate", "execve", "execveat"].contains(name)
  }

  /// Whether it opens a file and can only read it.
  var onlyReads: Bool {
    let flags = ["open": number(1), "openat": number(2)][name]
    return flags.map { $0 & SystemCallRules.writingFlags == O_RDONLY } ?? false
  }

  /// The file with the state of a thread of the process, if the call opens it as `/proc/THREAD/stat`.
  ///
  /// libdispatch does, once in a second while its threads are busy, and ends the process if it can't (src/event/workqueue.c). The
  /// rule of Landlock for `/proc/PROCESS` does not cover that path.
  var stateOfOwnThread: FilePath? {
    guard onlyReads, let path = text(at: arguments[name == "open" ? 0 : 1]) else { return nil }
    let parts = path.components
    guard path.isAbsolute, parts.count == 3, parts[0] == "proc", parts[2] == "stat",
      let named = Int32(parts[1].text), let process = status(thread, "Tgid:"),
      status(named, "Tgid:") == process
    else { return nil }
    return FilePath("/proc/\(process)/task/\(named)/stat")
  }

  /// Whether ordinary code makes the call, and does without its effect.
  var isQuiet: Bool {
    QuietRefusal.all.contains { $0.accepts(self) } || isToOwnProcesses || isToOwnThread
  }

  /// An `int` argument.
  func number(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: arguments[index]) }

  /// A place in the network to which a socket of the process is to be bound or connected.
  struct Address {
    let family: Int32
    let port: UInt16
    let isStream: Bool
  }

  /// The address of bind(2) or connect(2); nil if it can't be read.
  var address: Address? { address(1) }

  /// An address that an argument points to, before its size; nil if it can't be read.
  func address(_ index: Int) -> Address? {
    guard let process = status(thread, "Tgid:") else { return nil }
    var (family, port, isStream): (Int32, UInt16, Bool) = (0, 0, false)
    let result = unsafe cconfinement_read_address(
      process, thread, number(0), arguments[index], arguments[index + 1] & 0xFFFF_FFFF, &family,
      &port, &isStream)
    return result == 0 ? Address(family: family, port: port, isStream: isStream) : nil
  }

  /// A path in the memory of the process; nil if it can't be read.
  func path(_ index: Int) -> FilePath? { path(index, from: "cwd") }

  /// A path that is relative to the directory of another argument, a descriptor.
  func path(_ index: Int, in directory: Int) -> FilePath? {
    let descriptor = number(directory)
    return path(index, from: descriptor == AT_FDCWD ? "cwd" : "fd/\(descriptor)")
  }

  /// A text in the memory of the process; nil if it can't be read.
  private func text(at address: UInt64) -> FilePath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe cconfinement_read_text(thread, address, &text, text.count)
    return length < 0 ? nil : FilePath(bytes: text.prefix(length).map(UInt8.init(bitPattern:)))
  }

  /// The path of a socket, the second argument of connect(2); nil if it can't be read.
  var socketPath: FilePath? { text(at: arguments[1] + 2) }

  private func path(_ index: Int, from base: String) -> FilePath? {
    guard let path = text(at: arguments[index]) else { return nil }
    guard !path.isAbsolute else { return path }
    return SystemPath.target(ofLink: FilePath("/proc/\(thread)/\(base)")).map { path.from($0) }
  }

  // MARK: Processes and threads of the confined process

  /// A signal from a fork to itself, or to a fork: the filter knows only the first process.
  private var isToOwnProcesses: Bool {
    guard case .signal(_, let process) = attempt, process > 0 else { return false }
    let own = status(thread, "Tgid:")
    return own != nil && (own == process || status(process, "PPid:") == own)
  }

  /// pthread_setaffinity_np(3) and the like name a thread, and the filter can't distinguish that from a process.
  private var isToOwnThread: Bool {
    guard name.hasPrefix("sched_set"), number(0) > 0 else { return false }
    return status(number(0), "Tgid:") == status(thread, "Tgid:")
  }

  /// A number in proc_pid_status(5); nil if it can't be read.
  private func status(_ thread: Int32, _ field: String) -> Int32? {
    SystemPath.text(of: "/proc/\(thread)/status").split(separator: "\n")
      .first { $0.hasPrefix(field) }
      .flatMap { Int32($0.dropFirst(field.count).drop(while: \.isWhitespace)) }
  }
}
