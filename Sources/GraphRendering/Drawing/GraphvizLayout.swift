import CleanseSupport
import Glibc

/// Lets Graphviz lay out a graph, as a program of its own.
package struct GraphvizLayout {
  /// The program that lays out.
  static let program = "dot"

  /// The directories in which it is looked for, as `PATH` lists them.
  let path: String
  /// How long it may take.
  var limit = Duration.seconds(60)

  package init(path: String) {
    self.path = path
  }

  /// The picture of a graph.
  ///
  /// - Parameter dot: What ``DotWriter`` writes.
  /// - Throws: Where there is no Graphviz, where it fails, and where it takes too long.
  package func picture(of dot: String) throws(GraphvizError) -> SVGPicture {
    try output(of: dot, as: "svg", called: "SVG", reading: SVGPicture.init)
  }

  /// What Graphviz makes of some graphs, one after the other.
  ///
  /// - Parameters:
  ///   - format: A format of Graphviz.
  ///   - name: What a failure calls that.
  ///   - read: Reads what was written; nothing for what is not a whole one.
  /// - Throws: Where there is no Graphviz, where it fails, and where it takes too long.
  func output<Result>(
    of dot: String, as format: String, called name: String, reading read: (String) -> Result?
  ) throws(GraphvizError) -> Result {
    let program = try find()
    let child = ChildProgram(path: program, arguments: ["-T\(format)"], limit: limit)
    let outcome: ChildProgram.Outcome
    do throws(SystemError) {
      outcome = try child.run(input: dot)
    } catch {
      throw GraphvizError("can't start \(program), which lays out the graph: \(error)")
    }
    let said = Self.firstLines(of: outcome.errors)
    switch outcome.end {
    case .exited(0): break
    case .exited(let status):
      throw GraphvizError("\(program) failed to lay out the graph: status \(status)", hints: said)
    case .killed(let signal):
      throw GraphvizError("\(program) failed to lay out the graph: signal \(signal)", hints: said)
    case .overdue:
      throw GraphvizError(
        "\(program) did not lay out the graph within \(limit.components.seconds) seconds",
        hints: ["draw a part of the graph, with --focus KEY or --depth N"])
    case .excessive:
      throw GraphvizError(
        "\(program) writes more than \(child.mostBytes >> 20) MiB",
        hints: ["draw a part of the graph, with --focus KEY or --depth N"])
    }
    guard let result = read(String(decoding: outcome.output, as: UTF8.self)) else {
      throw GraphvizError("\(program) did not write a whole \(name)", hints: said)
    }
    return result
  }

  private func find() throws(GraphvizError) -> String {
    for directory in path.split(separator: ":") {
      let file = "\(directory)/\(Self.program)"
      if Self.isProgram(file) { return file }
    }
    throw GraphvizError(
      "can't find \(Self.program) of Graphviz, which lays out the graph",
      hints: [
        "the Debian package graphviz has it: apt-get install graphviz",
        "--format dot and --format mermaid do without it",
      ])
  }

  private static func isProgram(_ file: String) -> Bool {
    var status = stat()
    return unsafe stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(file, X_OK) == 0
  }

  /// What the program says of its trouble; it may go on for long.
  private static func firstLines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes.prefix(4096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix(5).map { "it says: \($0)" }
  }
}

/// A picture as Graphviz writes it.
package struct SVGPicture {
  /// A document of its own.
  package let document: String
  /// The element `<svg>` alone, to stand in a page.
  let element: Substring

  /// - Returns: Nothing for what is no SVG, or not a whole one.
  init?(_ document: String) {
    guard let start = document.firstRange(of: "<svg")?.lowerBound,
      let end = document.lastIndex(where: { !$0.isWhitespace }),
      document[...end].hasSuffix("</svg>")
    else { return nil }
    self.document = document
    element = document[start...end]
  }
}
