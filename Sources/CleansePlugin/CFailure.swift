public import CCleansePlugin

/// What a function of C reported through the `cleanse_error *` that it was given.
///
/// For bridges, where the functions of a table can fail:
///
/// ```swift
/// var pass: UnsafeMutableRawPointer?
/// let failure = CFailure.reported { error in pass = table.begin?(table.state, error) }
/// if let failure { throw CBridgeError(failure.message ?? "it failed") }
/// ```
public struct CFailure: Hashable, Sendable {
  /// The first message that came, up to 64 KiB of it; nothing where that was a null pointer.
  public var message: String?

  /// A failure of which a message tells, as for a test.
  public init(message: String?) {
    self.message = message
  }

  /// Lends a `cleanse_error *` to a function that can fail.
  ///
  /// - Parameter call: Calls the function. The pointer is valid until it returns, on the thread of the
  ///   call.
  /// - Returns: What the function reported; nothing when it has not failed.
  public static func reported(
    by call: (UnsafeMutablePointer<cleanse_error>) -> Void
  ) -> CFailure? {
    var receiver = Receiver()
    unsafe withUnsafeMutableBytes(of: &receiver) { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe call(start.assumingMemoryBound(to: cleanse_error.self))
    }
    return receiver.failure
  }

  /// What C has a pointer to: that of the first member.
  private struct Receiver {
    private var error = unsafe cleanse_error(
      size: MemoryLayout<cleanse_error>.size,
      fail: { error, message in
        guard let error = unsafe error else { return }
        // Safety: C hands over the pointer that it was given, which is that of the whole.
        unsafe UnsafeMutableRawPointer(error).assumingMemoryBound(to: Receiver.self)
          .pointee.take(message)
      }, failed: 0)
    private(set) var failure: CFailure?

    private mutating func take(_ message: UnsafePointer<CChar>?) {
      error.failed = 1
      if failure == nil { failure = unsafe CFailure(message: CText.message(message)) }
    }
  }
}
