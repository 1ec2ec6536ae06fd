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
      var file: String?
      if let option = arguments.firstIndex(of: "--json") {
        guard option + 1 < arguments.count else { usage() }
        file = arguments[option + 1]
        arguments.removeSubrange(option...option + 1)
      }
      let rows = arguments.compactMap { Row(rawValue: $0) }
      guard rows.count == arguments.count else { usage() }
      try run(rows.isEmpty ? Row.allCases : rows, file)
    } catch {
      complain("benchmark: \(error)")
      exit(1)
    }
  }

  private static func run(_ rows: [Row], _ file: String?) throws {
    print(Report.header)
    var figures: [Figure] = []
    for row in rows {
      let new = try row.measure()
      figures += new
      for figure in new { print(Report.line(figure)) }
      // Flushed also when redirected to a file, because a row can take minutes.
      fflush(nil)
    }
    guard let file else { return }
    guard let stream = unsafe fopen(file, "w") else {
      throw Process.Failure(description: "\(file) can't be written to")
    }
    unsafe fputs(try Report.json(figures), stream)
    unsafe fclose(stream)
  }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func usage() -> Never {
    let names = Row.allCases.map(\.rawValue).joined(separator: "|")
    complain("usage: scripts/bench [--json FILE] [\(names)]…")
    exit(2)
  }
}
