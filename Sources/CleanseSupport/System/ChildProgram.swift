/// A program that is run as a filter: it reads its input, and its output is collected.
public struct ChildProgram: Sendable {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The bytes written to standard output.
    public var output: [UInt8] = []
    /// The bytes written to standard error.
    public var errors: [UInt8] = []
    /// How the program ended.
    public var end = End.overdue

    /// Whether it exited with the status 0.
    package var isSuccess: Bool { end == .ended(.exited(0)) }
  }

  /// How a program ended.
  public enum End: Equatable, Sendable, CustomStringConvertible {
    /// On its own, or by a signal from elsewhere.
    case ended(ProcessEnd)
    /// It exceeded its time limit, and was killed.
    case overdue
    /// It exceeded its output limit, and was killed.
    case excessive

    /// A phrase for messages such as `it failed: status 1`.
    public var description: String {
      switch self {
      case .ended(let end): "\(end)"
      case .overdue: "it took too long"
      case .excessive: "it wrote too much"
      }
    }
  }

  /// The path of the executable.
  public let path: String
  /// The arguments, without the program's name.
  public let arguments: [String]
  /// The time limit.
  public let limit: Duration
  /// The output limit in bytes, for standard output and standard error together.
  public let mostBytes: Int

  /// Creates a program description; ``run(input:)`` starts the program.
  public init(
    path: String, arguments: [String], limit: Duration = .seconds(60), mostBytes: Int = 1 << 28
  ) {
    self.path = path
    self.arguments = arguments
    self.limit = limit
    self.mostBytes = mostBytes
  }

  /// Runs the program and waits for its end, no longer than the time limit.
  ///
  /// - Parameter input: The text for its standard input.
  /// - Throws: The system's error if the program can't be started.
  public func run(input: String) throws(SystemError) -> Outcome {
    let channels = [
      try ChildChannel(to: Array(input.utf8)), try ChildChannel(), try ChildChannel(),
    ]
    let child = try spawn(channels.map(\.childEnd), isBackground: true)
    for channel in channels { channel.handOver() }
    return collect(from: child, channels)
  }

  /// Runs the program in the foreground: it has the terminal and the standard input of this process.
  ///
  /// - Parameter output: The descriptor that its standard output and standard error go to.
  /// - Throws: The system's error if the program can't be started.
  package func run(printingTo output: Int32) throws(SystemError) -> ProcessEnd {
    let child = try spawn([STDIN_FILENO, output, output], isBackground: false)
    var status: Int32 = 0
    guard case .success = retryingInterrupts({ Int(unsafe waitpid(child, &status, 0)) }) else {
      throw .last
    }
    return ProcessEnd(waitStatus: status)
  }

  /// Runs the program in the foreground: it has the standard input of this process.
  ///
  /// - Parameter handle: Is called with all that the program writes to standard output and standard error, as it arrives.
  /// - Throws: The system's error if the program can't be started.
  package func run(handing handle: ([UInt8]) -> Void) throws(SystemError) -> ProcessEnd {
    let channel = try ChildChannel()
    let child = try spawn([STDIN_FILENO, channel.childEnd, channel.childEnd], isBackground: false)
    channel.handOver()
    var (buffer, seen) = ([UInt8](repeating: 0, count: 1 << 16), 0)
    var (status, hasEnded): (Int32, Bool) = (0, false)
    while channel.isOpen {
      var polls = [channel.poll]
      if unsafe poll(&polls, 1, hasEnded ? 0 : 100) > 0 {
        channel.proceed(&buffer)
        if channel.bytes.count > seen { handle(Array(channel.bytes.dropFirst(seen))) }
        seen = channel.bytes.count
      } else if hasEnded {
        // A process that it left in the background has the stream, too.
        break
      } else {
        hasEnded = unsafe waitpid(child, &status, WNOHANG) == child
      }
    }
    if !hasEnded {
      guard case .success = retryingInterrupts({ Int(unsafe waitpid(child, &status, 0)) }) else {
        throw .last
      }
    }
    return ProcessEnd(waitStatus: status)
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - streams: The descriptors of its standard streams.
  ///   - isBackground: Whether it has a process group of its own, so that its children can be killed with it.
  private func spawn(_ streams: [Int32], isBackground: Bool) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
    }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(isBackground ? POSIX_SPAWN_SETPGROUP : 0) | Int16(POSIX_SPAWN_SETSIGDEF)
        | Int16(POSIX_SPAWN_SETSIGMASK))
    // The caller may ignore SIGPIPE, and a thread of it may block signals. A child inherits both.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var vector = unsafe ([path] + arguments).map { unsafe strdup($0) }
    defer { unsafe vector.forEach { unsafe free($0) } }
    unsafe vector.append(nil)
    #if canImport(Darwin)
      let environ = unsafe _NSGetEnviron().pointee
    #endif
    var child: pid_t = 0
    let number = unsafe posix_spawn(&child, path, &actions, &attributes, vector, environ)
    guard number == 0 else { throw SystemError(number: number) }
    return child
  }

  /// Serves all three streams at once, so that neither process blocks forever on a full pipe.
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
      guard unsafe poll(&polls, nfds_t(polls.count), Int32(min(rest.rounded(.up), 60_000))) > 0
      else {
        continue
      }
      for (channel, poll) in zip(channels, polls) where poll.revents != 0 {
        channel.proceed(&buffer)
      }
    }
    if !output.isOpen, !errors.isOpen { outcome.end = Self.end(of: child, until: deadline) }
    if outcome.end == .overdue || outcome.end == .excessive {
      kill(-child, SIGKILL)
      _ = retryingInterrupts { Int(waitpid(child, nil, 0)) }
    }
    (outcome.output, outcome.errors) = (Array(output.bytes), Array(errors.bytes))
    return outcome
  }

  /// Waits for a child that has closed its outputs and so is about to end.
  private static func end(of child: pid_t, until deadline: ContinuousClock.Instant) -> End {
    var status: Int32 = 0
    while case .success(let ended) = retryingInterrupts({
      Int(unsafe waitpid(child, &status, WNOHANG))
    }), ended == 0 {
      guard ContinuousClock.now < deadline else { return .overdue }
      usleep(1000)
    }
    return .ended(ProcessEnd(waitStatus: status))
  }
}
