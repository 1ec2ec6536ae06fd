import CleanseGraphAnalysis
import CleanseSupport

/// Reads the events of a trace file. It can be of any origin: what is no event of a host is skipped.
struct TraceReader {
  private(set) var events: [TraceEvent] = []

  /// - Throws: Also if the file has no event of a host.
  static func events(of path: String) throws(DocumentError) -> [TraceEvent] {
    // The last events of a file can exceed the size up to which it is written.
    let bytes = try DocumentFile.read(path, limit: 2 * TraceFile.sizeLimit)
    do throws(FieldError) {
      var reader = TraceReader()
      try reader.read(bytes)
      guard !reader.events.isEmpty else {
        throw FieldError(message: "has no event of a host")
      }
      return reader.events
    } catch {
      let location = error.line.map { "\(path):\($0)" } ?? path
      throw DocumentError(
        path: path, message: "\(location) is not a trace of a host: \(error.clause)",
        fix: "write one with `--trace FILE`")
    }
  }

  /// Reads an array of events, or an object with one.
  mutating func read(_ bytes: [UInt8]) throws(FieldError) {
    var reader = try JSONReader(pulling: bytes)
    if bytes.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "[") {
      try readEvents(&reader)
    } else {
      try reader.pullObject { reader, key throws(FieldError) in
        guard key == "traceEvents" else {
          _ = try reader.skipValue()
          return
        }
        try readEvents(&reader)
      }
    }
    try reader.finish()
  }

  private mutating func readEvents(_ reader: inout JSONReader) throws(FieldError) {
    try reader.pullArray { reader throws(FieldError) in
      var members = Members()
      try reader.pullObject { reader, key throws(FieldError) in
        try members.read(key, &reader)
      }
      if let event = try members.event { events.append(event) }
    }
  }
}

/// The members of one event.
private struct Members {
  private var phase: String?
  private var category: String?
  private var (start, duration): (Double?, Double?)
  private var (process, thread): (Double?, Double?)
  private var (subject, plugin): (String?, String?)

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(FieldError) {
    switch key {
    case "ph": phase = try reader.pullStringIfPresent()
    case "cat": category = try reader.pullStringIfPresent()
    case "ts": start = try reader.pullNumberIfPresent()
    case "dur": duration = try reader.pullNumberIfPresent()
    case "pid": process = try reader.pullNumberIfPresent()
    case "tid": thread = try reader.pullNumberIfPresent()
    case "args": try readArguments(&reader)
    default: _ = try reader.skipValue()
    }
  }

  private mutating func readArguments(_ reader: inout JSONReader) throws(FieldError) {
    try reader.pullObject { reader, key throws(FieldError) in
      switch key {
      case "subject": subject = try reader.pullStringIfPresent()
      case "plugin": plugin = try reader.pullStringIfPresent()
      default: _ = try reader.skipValue()
      }
    }
  }

  /// The event; nil if it is not one of a host.
  ///
  /// - Throws: If it is one without valid members.
  var event: TraceEvent? {
    get throws(FieldError) {
      guard phase == "X", let step = category.flatMap(TraceStep.init), let subject else {
        return nil
      }
      guard let start = Self.nanoseconds(start), let duration = Self.nanoseconds(duration) else {
        throw FieldError(message: "must have times that are not negative, in `ts` and `dur`")
      }
      guard let process = process.flatMap(Int32.init(exactly:)), process >= 0,
        let thread = thread.flatMap(Int.init(exactly:))
      else { throw FieldError(message: "must have whole numbers as `pid` and `tid`") }
      return TraceEvent(
        TraceLabel(step, subject, of: plugin), from: start, to: start + duration,
        process: process, thread: thread)
    }
  }

  /// The nanoseconds of a time in microseconds; nil if it is none, or later than in 30 years.
  private static func nanoseconds(_ microseconds: Double?) -> UInt64? {
    guard let microseconds, (0...1e15).contains(microseconds) else { return nil }
    return UInt64((microseconds * 1000).rounded())
  }
}
