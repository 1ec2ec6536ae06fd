import Glibc
import Synchronization

/// A run of a program, which is killed at its deadline.
public struct ChildProcess {
  /// The source of standard input.
  public enum Input {
    case nothing
    case file(String)
  }

  /// The destination of standard output.
  public enum Output {
    /// The outcome.
    case captured
    /// The outcome, through a terminal of that width.
    case terminal(columns: UInt16)
    case file(String)
    /// None: standard output is closed.
    case closed
  }

  public var program: String
  public var arguments: [String]
  /// The whole environment; by default, ``searchPaths``.
  public var environment: [String: String]
  public var directory: String
  public var input: Input
  public var output: Output
  public var deadline: Duration
  /// Called with the process ID when the program runs.
  public var onStart: (Int32) -> Void = { _ in }

  public init(
    program: String, arguments: [String] = [], environment: [String: String] = searchPaths,
    directory: String = "/", input: Input = .nothing, output: Output = .captured,
    deadline: Duration = .seconds(60)
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.output = output
    self.deadline = deadline
  }

  /// The variables that locate programs, libraries and what the compiler writes, and those in the lines of
  /// `CLEANSE_TEST_ENVIRONMENT`, with which scripts/test-environment runs programs. No other variable of the tests'
  /// environment may affect a program.
  public static let searchPaths: [String: String] = {
    func variable(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    var variables: [String: String] = [:]
    for name in ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "CLANG_MODULE_CACHE_PATH"] {
      variables[name] = variable(name)
    }
    for line in variable("CLEANSE_TEST_ENVIRONMENT")?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: "=", maxSplits: 1)
      variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return variables
  }()

  /// Runs the program. Both outputs are read concurrently, so that the program does not block on either.
  ///
  /// - Throws: A ``FailedCall`` if the program can't be started.
  public func run() throws -> Outcome {
    let (child, sources) = try Self.spawning.withLock { _ in try spawn() }
    onStart(child)
    defer { for source in sources { close(source) } }
    var watch = try ChildWatch(child: child, sources: sources, deadline: .now + deadline)
    watch.drain()
    var outcome = watch.outcome()
    // A terminal writes a line feed as two characters.
    if case .terminal = output { outcome.output.removeAll { $0 == UInt8(ascii: "\r") } }
    return outcome
  }

  /// Held while pipes are opened and passed to a child: another child that is started before they are marked
  /// close-on-exec would inherit them, and their reader would wait for that child, too.
  private static let spawning = Mutex(())

  private func spawn() throws -> (child: pid_t, sources: [Int32]) {
    var ends: [(reader: Int32, writer: Int32)] = []
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      for end in ends { close(end.writer) }
    }
    let source = if case .file(let path) = input { path } else { "/dev/null" }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, source, O_RDONLY, 0)
    switch output {
    case .captured: ends.append(try Self.pipe())
    case .terminal(let columns): ends.append(try PseudoTerminal.open(columns: columns))
    case .file(let path):
      unsafe posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    case .closed: unsafe posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO)
    }
    if let end = ends.first {
      unsafe posix_spawn_file_actions_adddup2(&actions, end.writer, STDOUT_FILENO)
    }
    let errors = try Self.pipe()
    ends.append(errors)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, STDERR_FILENO)
    // Descriptors that another test has open would count against a limit that the program runs with.
    for descriptor in STDERR_FILENO + 1..<64 {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The test runner may ignore SIGPIPE, a shell ignores others for what it starts in the background, and test threads
    // block signals; the program starts with the same signal settings as from an interactive shell.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGHUP, SIGTERM] {
      unsafe sigaddset(&signals, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var child: pid_t = 0
    // posix_spawn in Swift's Glibc module can't change the directory.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory, program]
    let number = unsafe withCStrings(shell + arguments) { words in
      unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        unsafe posix_spawn(&child, shell[0], &actions, &attributes, words, variables)
      }
    }
    guard number == 0 else {
      for end in ends { close(end.reader) }
      throw FailedCall("posix_spawn \(program)", number: number)
    }
    return (child, ends.map(\.reader))
  }

  private static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw FailedCall("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// Calls `body` with the strings as a null-terminated C array, which is valid during the call.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe body(copies + [nil])
}
