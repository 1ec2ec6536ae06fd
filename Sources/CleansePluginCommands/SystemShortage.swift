import CleansePluginHost
import CleanseSupport

/// Checks for system limits that are too low for the program.
///
/// Swift's runtime does not report them: it traps without descriptors and waits forever without threads. And
/// the dynamic linker reports a library that it has no descriptor for as missing.
enum SystemShortage {
  /// The number of descriptors, besides the standard streams, that a command needs for a few plugins, as
  /// measured: six for running tasks and reading files, and the rest for the probe, the cache and the
  /// comparison of loaded libraries.
  private static func descriptors(loadsPlugins: Bool) -> Int {
    loadsPlugins ? 17 : 6
  }

  /// The number of threads that the runtime starts before the first task runs.
  private static let threads = 3

  /// The minimum limits of stack, address space and data, in KiB. For a few plugins, a stack of 72, an address
  /// space of 66,000 and data of 32,000 were measured to suffice; the minimums leave room for larger plugins and
  /// libraries.
  private static let memory:
    [(limit: __rlimit_resource, option: String, what: String, least: rlim_t)] = [
      (RLIMIT_STACK, "-s", "stack", 256),
      (RLIMIT_AS, "-v", "address space", 256 << 10),
      (RLIMIT_DATA, "-d", "data", 128 << 10),
    ]

  /// The memory limit that is too low, in one line; nil if all suffice.
  static func ofMemory() -> String? {
    for (resource, option, what, least) in memory {
      var limit = rlimit()
      guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
        limit.rlim_cur / 1024 < least
      else { continue }
      return
        "the limit of \(limit.rlim_cur / 1024) KiB for \(what) is too low "
        + "(`ulimit \(option)` must be at least \(least))"
    }
    return nil
  }

  /// What the system lacks that no plugin can be loaded without, with what helps; nil if it has everything.
  static func ofSystem() -> String? {
    guard unsafe access("/proc/self/task", F_OK) == 0 else {
      return unloadable("/proc is not mounted", hint: "mount it: `mount -t proc proc /proc`")
    }
    let device = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    // The limit of open files has a message of its own.
    guard device >= 0 || errno == EMFILE else {
      let error = SystemError.last
      return unloadable(
        "/dev/null can't be opened: \(error)",
        hint: error.number == ENOENT ? "make it: `mknod -m 666 /dev/null c 1 3`" : nil)
    }
    if device >= 0 { close(device) }
    return PluginProbe.missingCall.map { name, error in
      unloadable(
        "the system call `\(name)` fails: \(error)",
        hint: [ENOSYS, EPERM, EACCES].contains(error.number)
          ? "Linux 5.9 or newer has it, but a sandbox can forbid it" : nil)
    }
  }

  private static func unloadable(_ reason: String, hint: String?) -> String {
    "can't load plugins: \(reason)" + (hint.map { "\n  \($0)" } ?? "")
  }

  /// The shortage of descriptors, in one line; nil if there are enough. Call this before any descriptor is
  /// opened for the command.
  static func ofDescriptors(loadsPlugins: Bool) -> String? {
    let needed = descriptors(loadsPlugins: loadsPlugins)
    // Opens them as a test, since descriptors that the caller left open count against the limit.
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let next = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      guard next >= 0 else {
        let error = SystemError.last
        // Any other error concerns standard input and not the limit.
        guard error.number == EMFILE else { return nil }
        return "can't open enough files: \(error)\(fix(missing: needed - opened.count))"
      }
      opened.append(next)
    }
    return nil
  }

  private static func fix(missing: Int) -> String {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(Int32.max)
    else { return "" }
    return " (`ulimit -n` must be at least \(limit.rlim_cur + rlim_t(missing)))"
  }

  /// The shortage of threads, in one line; nil if there are enough. It starts threads, which have ended when
  /// it returns.
  static func ofThreads() -> String? {
    let number = startThreads()
    guard number != 0 else { return nil }
    return
      "can't start enough threads: \(SystemError(number: number)) (`ulimit -u` shows the limit "
      + "for all programs of the user)"
  }

  /// Starts all required threads at once.
  ///
  /// - Returns: Zero, or an error number.
  private static func startThreads() -> Int32 {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return errno }
    defer { close(ends[0]) }
    var started: [pthread_t] = []
    var number: Int32 = 0
    for _ in 0..<threads where number == 0 {
      var thread = pthread_t()
      // Each thread waits until the pipe is closed.
      number = unsafe pthread_create(
        &thread, nil,
        { reader in
          var byte: UInt8 = 0
          _ = retryingInterrupts { unsafe read(Int32(Int(bitPattern: reader)), &byte, 1) }
          return nil
        }, unsafe UnsafeMutableRawPointer(bitPattern: Int(ends[0])))
      if number == 0 { started.append(thread) }
    }
    close(ends[1])
    for thread in started { pthread_join(thread, nil) }
    return number
  }
}
