import Measuring

/// A line of the table: a measurement and its target.
struct Figure: Codable {
  enum Unit: String, Codable {
    case ratio
    case count
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
  /// The maximum to reach; nil for a figure that only explains another one.
  let reach: Double?
  let measured: Summary

  /// Whether the target is reached; nil without a target.
  var isReached: Bool? { reach.map { measured.median <= $0 } }
}
