import Glibc

/// A program that is run as a filter: it gets some bytes, and what it writes is collected.
struct ChildProgram {
  /// What came of it.
  struct Outcome {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var end = End.overdue
  }

  /// How it ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It was still running when its time was up, and was killed.
    case overdue
    /// It wrote more than anybody can use, and was killed.
    case excessive
  }

  let path: String
  let arguments: [String]
  /// How long it may take.
  var limit = Duration.seconds(60)
  /// How much it may write.
  var mostBytes = 1 << 28

  /// Runs it to its end, which is not later than its limit.
  func run(input: String) throws(SystemError) -> Outcome {
    let channels = [
      try ChildChannel(to: Array(input.utf8)), try ChildChannel(), try ChildChannel(),
    ]
    let child = try spawn(channels)
    for channel in channels { channel.handOver() }
    return collect(from: child, channels)
  }

  /// Starts the program in a process group of its own, so that what it starts ends with it.
  private func spawn(_ channels: [ChildChannel]) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, channel) in channels.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, channel.childs, Int32(stream))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
    // This program ignores it, which a child inherits.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var vector = ([path] + arguments).map { strdup($0) }
    defer { for word in vector { free(word) } }
    vector.append(nil)
    var child: pid_t = 0
    let number = posix_spawn(&child, path, &actions, &attributes, vector, environ)
    guard number == 0 else { throw SystemError(number: number) }
    return child
  }

  /// Serves all three streams at once, so that no side waits for the other one for ever.
  private func collect(from child: pid_t, _ channels: [ChildChannel]) -> Outcome {
    let deadline = ContinuousClock.now + limit
    let (output, errors) = (channels[1], channels[2])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var outcome = Outcome()
    while output.isOpen || errors.isOpen {
      guard output.bytes.count + errors.bytes.count <= mostBytes else {
        outcome.end = .excessive
        break
      }
      let rest = ContinuousClock.now.duration(to: deadline) / Duration.milliseconds(1)
      guard rest > 0 else { break }
      var polls = channels.map(\.poll)
      guard poll(&polls, nfds_t(polls.count), Int32(min(rest.rounded(.up), 60_000))) > 0 else {
        continue
      }
      for (channel, poll) in zip(channels, polls) where poll.revents != 0 {
        channel.proceed(&buffer)
      }
    }
    if !output.isOpen, !errors.isOpen { outcome.end = Self.end(of: child, until: deadline) }
    if outcome.end == .overdue || outcome.end == .excessive {
      kill(-child, SIGKILL)
      _ = retrying { Int(waitpid(child, nil, 0)) }
    }
    (outcome.output, outcome.errors) = (Array(output.bytes), Array(errors.bytes))
    return outcome
  }

  /// Waits for the child, which has closed what it writes to, and so is about to end.
  private static func end(of child: pid_t, until deadline: ContinuousClock.Instant) -> End {
    var status: Int32 = 0
    while case .success(let ended) = retrying({ Int(waitpid(child, &status, WNOHANG)) }), ended == 0
    {
      guard ContinuousClock.now < deadline else { return .overdue }
      usleep(1000)
    }
    // As the macros of <sys/wait.h>, which Swift does not see.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }
}
