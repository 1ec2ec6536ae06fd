import CleanseSupport

/// The system's monotonic clock.
package enum Clock {
  package static func nanoseconds() -> UInt64 { MonotonicTime.nanoseconds() }
}

extension Duration {
  /// The whole duration in nanoseconds.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
