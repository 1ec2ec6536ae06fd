import CleanseSupport

/// The descriptor on which the kernel announces the refused calls of a confined process, closed when the value is destroyed.
///
/// Its holder answers the calls, so a process that keeps its own would decide what it may do: send it away, and destroy it,
/// before other code runs. Once no process holds it, refused calls fail with ENOSYS.
package struct RefusalListener: ~Copyable {
  package let number: Int32

  /// - Parameter number: A descriptor that another process has received.
  package init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
