import CleanseSupport
import Glibc

/// What the system leaves the program too little of.
///
/// Swift's runtime does not tell: without descriptors it traps, without threads it waits for ever. And
/// a library that there is no descriptor left for would be told as one that can't be found.
enum SystemShortage {
  /// With how many descriptors beside the three standard streams a command comes to its right result
  /// on a few plugins, as measured: it takes six to run tasks and to read files, and the probe, the
  /// cache and the comparison of what was loaded take the rest.
  private static func descriptors(loadsPlugins: Bool) -> Int {
    loadsPlugins ? 17 : 6
  }

  /// How many threads the runtime starts before the first task runs.
  private static let threads = 3

  /// The least stack, and the least address space and data, that a command is started with, in KiB. As measured
  /// with a few plugins, a stack of 72 is enough, an address space of 66,000 and data of 32,000; to that is added
  /// what larger plugins and another system's libraries take.
  private static let memory:
    [(limit: __rlimit_resource, option: String, what: String, least: rlim_t)] = [
      (RLIMIT_STACK, "-s", "a stack of", 256),
      (RLIMIT_AS, "-v", "an address space of", 256 << 10),
      (RLIMIT_DATA, "-d", "data of", 128 << 10),
    ]

  /// Which of the limits of memory is too low, in one line; nil where there is enough.
  static func ofMemory() -> String? {
    for (resource, option, what, least) in memory {
      var limit = rlimit()
      guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
        limit.rlim_cur / 1024 < least
      else { continue }
      return
        "it may have \(what) \(limit.rlim_cur / 1024) KiB, and needs more "
        + "(`ulimit \(option)` has to be at least \(least))"
    }
    return nil
  }

  /// What is missing of descriptors, in one line; nothing where there are enough. To be called before
  /// any descriptor is opened for the command.
  static func ofDescriptors(loadsPlugins: Bool) -> String? {
    let needed = descriptors(loadsPlugins: loadsPlugins)
    // By opening them: what the caller left open counts against the limit as well.
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let next = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      guard next >= 0 else {
        let error = SystemError.last
        // Anything else tells of standard input and not of the limit.
        guard error.number == EMFILE else { return nil }
        return "it may open too few files: \(error)\(fix(missing: needed - opened.count))"
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
    return " (`ulimit -n` has to be at least \(limit.rlim_cur + rlim_t(missing)))"
  }

  /// What is missing of threads, in one line; nothing where there are enough. It starts threads, and
  /// these have ended when it returns.
  static func ofThreads() -> String? {
    let number = startThreads()
    guard number != 0 else { return nil }
    return
      "it may start too few threads: \(SystemError(number: number)) (`ulimit -u` tells how many "
      + "all of the user's programs may have)"
  }

  /// Starts as many threads at once as are needed.
  ///
  /// - Returns: Zero, or the number of the error.
  private static func startThreads() -> Int32 {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return errno }
    defer { close(ends[0]) }
    var started: [pthread_t] = []
    var number: Int32 = 0
    for _ in 0..<threads where number == 0 {
      var thread = pthread_t()
      // Each waits for the end of the pipe.
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
