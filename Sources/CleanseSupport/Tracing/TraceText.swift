/// Events in the trace event format, which Perfetto and `chrome://tracing` open.
///
/// Each is a complete event (`X`), with times in microseconds, or names a process or a thread (`M`).
enum TraceText {
  /// The text before the first event and after the last one.
  static let head = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
  static let tail = "\n]}\n"

  static func event(_ event: TraceEvent) -> String {
    let label = event.label
    let plugin = label.plugin.map { ",\"plugin\":\(quoted($0))" } ?? ""
    let name = "\(label.step.rawValue) \(label.subject)"
    return """
      {"ph":"X","name":\(quoted(name)),"cat":"\(label.step.rawValue)",\
      "ts":\(microseconds(event.start)),"dur":\(microseconds(event.duration)),\
      "pid":\(event.process),"tid":\(identifier(event.thread, of: event.process)),\
      "args":{"subject":\(quoted(label.subject))\(plugin)}}
      """
  }

  static func process(_ name: String, _ process: Int32) -> [String] {
    [
      """
      {"ph":"M","name":"process_name","pid":\(process),"args":{"name":\(quoted(name))}}
      """
    ]
  }

  static func thread(_ number: Int, of process: Int32, isLane: Bool) -> String {
    let name = isLane ? "awaiting \(number - 900)" : "thread \(number)"
    return """
      {"ph":"M","name":"thread_name","pid":\(process),"tid":\(identifier(number, of: process)),\
      "args":{"name":"\(name)"}}
      """
  }

  /// An identifier that no thread of another process has.
  private static func identifier(_ thread: Int, of process: Int32) -> Int {
    thread == 0 ? Int(process) : Int(process) * 1000 + thread
  }

  /// A time with its nanoseconds as the fraction.
  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let fraction = String(nanoseconds % 1000)
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// The text as a JSON string. Characters that act on a terminal are escaped in the text itself.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in PlainText.escaped(text).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
