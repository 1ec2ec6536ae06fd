/// Collects metrics as text, in the format of OpenMetrics 1.0 or in the older one of Prometheus.
///
/// <https://github.com/OpenObservability/OpenMetrics/blob/main/specification/OpenMetrics.md>
struct MetricText {
  /// The format.
  enum Format: Sendable {
    case openMetrics
    /// Version 0.0.4, which has no units, no types but these, and no end.
    case prometheus

    /// The media type for HTTP.
    var mediaType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }
  }

  /// What the values of a metric mean.
  enum Kind: String {
    case gauge
    /// A number that only grows; the names of its samples end with `_total`.
    case counter
    /// Labels of what does not change, with the value 1; the names of its samples end with `_info`.
    case info

    fileprivate var suffix: String {
      switch self {
      case .gauge: ""
      case .counter: "_total"
      case .info: "_info"
      }
    }
  }

  typealias Labels = KeyValuePairs<String, String>

  /// A value with its labels.
  struct Sample {
    let labels: [(key: String, value: String)]
    let value: Double

    /// - Parameter island: The island that the value is of, as another label; nil for the application.
    init(_ labels: Labels, of island: String? = nil, _ value: Double) {
      self.labels = Array(labels) + (island.map { [(key: "island", value: $0)] } ?? [])
      self.value = value
    }
  }

  private let format: Format
  private var lines: [String] = []

  init(_ format: Format) {
    self.format = format
  }

  /// Adds a metric, unless it has no samples.
  ///
  /// - Parameters:
  ///   - name: The name without a suffix; it ends with the unit, if there is one.
  ///   - unit: The unit, such as `seconds`.
  mutating func add(
    _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]
  ) {
    guard !samples.isEmpty else { return }
    let sampleName = name + kind.suffix
    switch format {
    case .openMetrics:
      lines.append("# TYPE \(name) \(kind.rawValue)")
      if let unit { lines.append("# UNIT \(name) \(unit)") }
      lines.append("# HELP \(name) \(help)")
    case .prometheus:
      lines.append("# HELP \(sampleName) \(help)")
      lines.append("# TYPE \(sampleName) \(kind == .counter ? "counter" : "gauge")")
    }
    // Two health checks can have the same name; two samples must not.
    var known: Set<[UInt8]> = []
    for sample in samples {
      let labels = Self.text(of: sample.labels)
      guard known.insert(Array(labels.utf8)).inserted else { continue }
      lines.append(sampleName + labels + " " + Self.text(of: sample.value))
    }
  }

  /// Adds a metric with one value and no labels, unless that is nil.
  mutating func add(
    _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ value: Double?
  ) {
    add(name, kind, unit: unit, help, value.map { [Sample([:], $0)] } ?? [])
  }

  /// All of it.
  var text: String {
    lines.joined(separator: "\n") + (format == .openMetrics ? "\n# EOF\n" : "\n")
  }

  private static func text(of labels: [(key: String, value: String)]) -> String {
    guard !labels.isEmpty else { return "" }
    var text = ""
    for (name, value) in labels {
      text += text.isEmpty ? "{" : ","
      text += name
      text += "=\""
      text += escaped(value)
      text += "\""
    }
    return text + "}"
  }

  /// A number without an exponent where that is exact.
  private static func text(of value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// A value of a label. Names come from plugins, and can have any characters.
  private static func escaped(_ text: String) -> String {
    let special = [UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "\n")]
    guard text.utf8.contains(where: special.contains) else { return text }
    return String(
      decoding: text.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): Array("\\n".utf8)
        default: [byte]
        }
      }, as: UTF8.self)
  }
}
