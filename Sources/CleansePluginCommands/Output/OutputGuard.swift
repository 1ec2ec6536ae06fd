import CleanseSupport
import Synchronization

/// Separates the output of plugins from the output of the program.
///
/// A plugin may write to file descriptor 1 while it is loaded, configured or unloaded. While the guard is
/// active, that descriptor is redirected to standard error, and only ``output`` refers to the caller's
/// standard output.
final class OutputGuard: Sendable {
  /// A duplicate of the caller's standard output, which child programs don't inherit.
  let output: Int32

  private let guarded: Int32
  private let isHeld = Mutex(true)

  /// - Parameters:
  ///   - descriptor: The descriptor that plugins write to.
  ///   - refuge: The descriptor that it is redirected to.
  /// - Throws: The system's error if no descriptor is left.
  init(_ descriptor: Int32 = STDOUT_FILENO, refuge: Int32 = STDERR_FILENO) throws(SystemError) {
    fflush(nil)
    guarded = descriptor
    output = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(refuge, descriptor) >= 0 else { throw .last }
  }

  /// Ends the redirection, so that all code in this process can write to the caller's standard output.
  ///
  /// Text that is still buffered is flushed to the previous destination first.
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
