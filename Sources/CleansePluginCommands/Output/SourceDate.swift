import CleanseFindingReports
import CleanseSupport

/// A time in UTC for results that people compare, such as that of a release: equal inputs give equal results on any day.
struct SourceDate {
  /// The variable with such a time, in seconds since 1970.
  ///
  /// <https://reproducible-builds.org/specs/source-date-epoch/>
  static let variable = "SOURCE_DATE_EPOCH"

  /// The seconds since 1970.
  let seconds: Int
  private let year: Int
  /// From 0.
  private let month: Int
  private let day: Int
  /// From 0, which is Sunday.
  private let weekday: Int
  /// The time of the day, as in `23:59:00`.
  private let time: String

  /// - Returns: Nil before 1970 and after the year 9999.
  init?(seconds: Int) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    var moment = time_t(seconds)
    var fields = unsafe tm()
    guard unsafe gmtime_r(&moment, &fields) != nil else { return nil }
    self.seconds = seconds
    (year, month) = unsafe (Int(fields.tm_year) + 1900, Int(fields.tm_mon))
    (day, weekday) = unsafe (Int(fields.tm_mday), Int(fields.tm_wday))
    time = unsafe [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Self.twoDigits(Int($0)) }
      .joined(separator: ":")
  }

  /// The time of the variable; nil if it is not set.
  ///
  /// - Throws: A ``UsageError`` if it is not a number of seconds.
  static func of(
    _ environment: [String: String], for command: String
  ) throws(UsageError) -> SourceDate? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    guard let seconds = Int(text), let date = SourceDate(seconds: seconds) else {
      throw UsageError(
        "\(variable) is not a number of seconds since 1970: `\(text)`", command: command)
    }
    return date
  }

  /// The day as in `November 24, 2026`.
  var dayInWords: String { "\(Self.months[month]) \(day), \(year)" }

  /// The time of RFC 3339, as in `2026-11-24T23:59:00Z`.
  var timestamp: String {
    "\(year)-\(Self.twoDigits(month + 1))-\(Self.twoDigits(day))T\(time)Z"
  }

  /// The time of RFC 5322, as in `Tue, 24 Nov 2026 23:59:00 +0000`.
  var mailDate: String {
    let words = [
      Self.weekdays[weekday] + ",", Self.twoDigits(day), "\(Self.months[month].prefix(3))",
    ]
    return (words + ["\(year)", time, "+0000"]).joined(separator: " ")
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
