import CleanseSupport
import Glibc
import Synchronization

/// Keeps what plugins print away from what the program prints.
///
/// A plugin is free to write to file descriptor 1 while it is loaded, configured or ends. As long
/// as the guard holds, that descriptor leads to standard error, and only ``output`` leads to where
/// the caller wants the result.
final class OutputGuard: Sendable {
  /// The caller's standard output, at a descriptor of our own that no other program inherits.
  let output: Int32

  private let guarded: Int32
  private let isHeld = Mutex(true)

  /// - Parameters:
  ///   - descriptor: The descriptor that plugins write to.
  ///   - refuge: Where that leads from now on.
  /// - Throws: The system's error when there is no descriptor left.
  init(_ descriptor: Int32 = STDOUT_FILENO, refuge: Int32 = STDERR_FILENO) throws(SystemError) {
    fflush(nil)
    guarded = descriptor
    output = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(refuge, descriptor) >= 0 else { throw .last }
  }

  /// Lets everything that runs in this process write to the caller's standard output again.
  ///
  /// What was printed before and still lies in a buffer goes where it went before.
  func release() throws(SystemError) {
    let failed = isHeld.withLock { isHeld -> SystemError? in
      guard isHeld else { return nil }
      fflush(nil)
      guard dup2(output, guarded) >= 0 else { return .last }
      isHeld = false
      return nil
    }
    if let failed { throw failed }
  }
}
