import CleanseSupport

/// The times in a log: RFC 3339, in UTC, with milliseconds.
enum LogTime {
  /// The time now.
  static var now: String {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return text(of: time)
  }

  /// A time as in `2026-11-24T23:59:00.250Z`.
  static func text(of time: timespec) -> String {
    var seconds = time.tv_sec
    var fields = unsafe tm()
    _ = unsafe gmtime_r(&seconds, &fields)
    let day = unsafe [
      digits(Int(fields.tm_year) + 1900, 4), digits(Int(fields.tm_mon) + 1, 2),
      digits(Int(fields.tm_mday), 2),
    ].joined(separator: "-")
    let clock = unsafe [fields.tm_hour, fields.tm_min, fields.tm_sec].map { digits(Int($0), 2) }
      .joined(separator: ":")
    return "\(day)T\(clock).\(digits(time.tv_nsec / 1_000_000, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
