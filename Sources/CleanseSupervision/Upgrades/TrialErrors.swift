import CleanseProcesses
import CleanseSupport

/// Standard error of a program in its trial: a pipe, until the program has its log.
///
/// Otherwise, what is written before, such as by the dynamic linker, would be in the log, as lines without its format.
enum TrialErrors {
  /// The environment variable with the number of the descriptor of the log.
  private static let variable = "CLEANSE_SERVE_ERRORS"

  /// Lets standard error be a pipe. A program that is executed has the log at another descriptor.
  static func replace(by pipe: Int32) throws(SystemError) {
    let log = fcntl(STDERR_FILENO, F_DUPFD, STDERR_FILENO + 1)
    guard log >= 0, dup2(pipe, STDERR_FILENO) >= 0 else { throw .last }
    unsafe setenv(variable, "\(log)", 1)
  }

  /// Lets standard error be the log again.
  static func restore() {
    guard let text = unsafe getenv(variable).map({ unsafe String(cString: $0) }) else { return }
    unsafe unsetenv(variable)
    guard let log = Int32(text), log > STDERR_FILENO, dup2(log, STDERR_FILENO) >= 0 else { return }
    close(log)
  }
}
