import Foundation
import Glibc

/// A run of a program in a session of its own, ended at a time limit.
struct TimedProcess {
  let program: String
  let arguments: [String]
  /// Environment variables in addition to those of this process.
  let environment: [String: String]
  let limit: Duration

  /// How the program ended.
  struct Outcome {
    /// The status passed to `exit`; nil if a signal ended the program.
    let status: Int32?
    /// The signal that ended the program; SIGKILL also at the time limit.
    let signal: Int32?
    let isOverdue: Bool
    let duration: Duration
    let output: [UInt8]
    let errors: [UInt8]
    /// The processes that it left behind; they have been killed.
    let strays: [pid_t]
  }

  /// A system call that failed.
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// Runs the program. Its outputs go to files, as a process that is left behind could keep a pipe open for
  /// the reader.
  ///
  /// - Parameter directory: The directory of the files.
  func run(in directory: String) throws -> Outcome {
    let (output, errors) = ("\(directory)/output", "\(directory)/errors")
    let start = ContinuousClock.now
    let child = try spawn(output, errors)
    var word: Int32 = 0
    var isOverdue = false
    while unsafe waitpid(child, &word, WNOHANG) != child {
      if !isOverdue, .now - start > limit {
        isOverdue = true
        kill(child, SIGKILL)
      }
      usleep(500)
    }
    let duration = ContinuousClock.now - start
    // The encoding of Linux: the signal in the low seven bits, the status above the first byte.
    let signal = word & 0x7F
    return Outcome(
      status: signal == 0 ? (word >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      isOverdue: isOverdue, duration: duration, output: try Files.read(output),
      errors: try Files.read(errors), strays: Self.endStrays(of: child))
  }

  // POSIX_SPAWN_SETSID of spawn.h, which is only defined with _GNU_SOURCE.
  private static let newSession: Int16 = 0x80

  private func spawn(_ output: String, _ errors: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
    unsafe posix_spawnattr_setflags(&attributes, Self.newSession)
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let variables = unsafe ProcessInfo.processInfo.environment
      .merging(environment) { $1 }.map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe variables.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let number = unsafe posix_spawn(
      &child, program, &actions, &attributes, words + [nil], variables + [nil])
    guard number == 0 else { throw Failure(call: "posix_spawn \(program)", number: number) }
    return child
  }

  /// Kills the processes of a session whose leader has ended.
  ///
  /// - Returns: The processes that still ran a while after the leader's end.
  private static func endStrays(of session: pid_t) -> [pid_t] {
    let patience = ContinuousClock.now + .milliseconds(250)
    var strays = Files.processes(ofSession: session)
    while !strays.isEmpty, .now < patience {
      usleep(5000)
      strays = Files.processes(ofSession: session)
    }
    for stray in strays { kill(stray, SIGKILL) }
    return strays
  }
}
