import FoundationEssentials
import Glibc

/// Prints the table of the framework's costs.
@main
enum Benchmark {
  static func main() {
    do {
      var arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "--probe", arguments.count > 1,
        let probe = Probe(rawValue: arguments[1])
      {
        return try probe.run(Array(arguments.dropFirst(2)))
      }
      let files = (json: file("--json", &arguments), markdown: file("--markdown", &arguments))
      let rows = arguments.compactMap { Row(rawValue: $0) }
      guard rows.count == arguments.count else { usage() }
      // Read before hours of measuring.
      let page = try files.markdown.map(BenchmarkPage.init)
      let figures = try run(rows.isEmpty ? Row.allCases : rows)
      if let file = files.json {
        try Data(Report.json(figures).utf8).write(to: URL(filePath: file))
      }
      try page?.write(figures)
    } catch {
      complain("benchmark: \(error)")
      exit(1)
    }
  }

  /// Removes an option with a file from the arguments, and returns the file.
  private static func file(_ name: String, _ arguments: inout [String]) -> String? {
    guard let option = arguments.firstIndex(of: name) else { return nil }
    guard option + 1 < arguments.count else { usage() }
    defer { arguments.removeSubrange(option...option + 1) }
    return arguments[option + 1]
  }

  /// Prints the figures of each row as soon as they are measured.
  private static func run(_ rows: [Row]) throws -> [Figure] {
    print(Report.header)
    var figures: [Figure] = []
    for row in rows {
      let new = try row.measure()
      figures += new
      for figure in new { print(Report.line(figure)) }
      // Flushed also when redirected to a file, because a row can take minutes.
      fflush(nil)
    }
    return figures
  }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func usage() -> Never {
    let names = Row.allCases.map(\.rawValue).joined(separator: "|")
    complain("usage: scripts/bench [--json FILE] [--markdown FILE] [\(names)]…")
    exit(2)
  }
}
