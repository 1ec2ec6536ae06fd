/// The system's monotonic clock, which is the same for all processes.
package enum MonotonicTime {
  /// The time in nanoseconds since a moment that is fixed until the system starts again.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
