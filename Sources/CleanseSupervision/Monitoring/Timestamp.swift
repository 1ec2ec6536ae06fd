import CleanseSupport

/// Times of the day in results, in UTC.
package enum Timestamp {
  /// The present time in seconds since 1970.
  package static func now() -> Int { time(nil) }

  /// A time as in `2026-11-24T23:59:00Z`. (RFC 3339.)
  ///
  /// - Parameter seconds: The seconds since 1970. A time that has no year of four digits is the nearest one that has.
  package static func text(ofSeconds seconds: Int) -> String {
    var moment = time_t(min(max(seconds, 0), 253_402_300_799))
    var fields = unsafe tm()
    var text = [CChar](repeating: 0, count: 32)
    guard unsafe gmtime_r(&moment, &fields) != nil else { return "" }
    let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &fields)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
