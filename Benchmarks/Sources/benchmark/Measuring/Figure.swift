import Measuring

/// A line of the table: what was measured, and what was to be reached.
struct Figure: Codable {
  enum Unit: String, Codable {
    case ratio
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes = "B"
    case megabytes = "MB"
    case seconds = "s"
  }

  /// The name by which the row is selected.
  let row: String
  let what: String
  let unit: Unit
  /// At most so much; nothing for a figure that only explains another one.
  let reach: Double?
  let measured: Summary

  /// Nothing where there is nothing to reach.
  var isReached: Bool? { reach.map { measured.median <= $0 } }
}
