import CleanseSupport

/// Runs Graphviz as a child process to lay out graphs.
package struct GraphvizLayout {
  /// The name of the program.
  static let program = "dot"

  /// The directories that are searched for the program, in the format of `PATH`.
  let path: String
  /// The time after which the program is killed.
  var limit = Duration.seconds(60)

  package init(path: String) {
    self.path = path
  }

  /// The most boxes and arrows of one picture. Graphviz takes seconds for ten thousand boxes, and the square of the time for
  /// more, so that a larger picture only wastes the time limit.
  static let mostElements = 10_000

  /// Checks that a picture is not too large to be laid out.
  static func check(boxes: Int, arrows: Int) throws(GraphvizError) {
    guard boxes + arrows > mostElements else { return }
    throw GraphvizError(
      "a picture of \(boxes) boxes and \(arrows) arrows is too large to be laid out: "
        + "at most \(mostElements) of both",
      hints: ["draw part of the graph with --focus KEY or --depth N"])
  }

  /// Lays out a drawing as an SVG.
  ///
  /// - Throws: Also when the drawing is too large.
  package func picture(of drawing: GraphDrawing) throws(GraphvizError) -> SVGPicture {
    try Self.check(boxes: drawing.nodes.count, arrows: drawing.edges.count)
    return try picture(of: DotWriter(drawing).text)
  }

  /// Lays out a graph as an SVG.
  ///
  /// - Parameter dot: The output of ``DotWriter``.
  /// - Throws: When Graphviz is not installed, fails, or exceeds the time limit.
  package func picture(of dot: String) throws(GraphvizError) -> SVGPicture {
    try output(of: dot, as: "svg", called: "SVG", reading: SVGPicture.init)
  }

  /// The output of Graphviz for one or more graphs.
  ///
  /// - Parameters:
  ///   - format: A format of Graphviz.
  ///   - name: The name of the format in error messages.
  ///   - read: Reads the output; returns nil when it is malformed or incomplete.
  /// - Throws: When Graphviz is not installed, fails, or exceeds the time limit.
  func output<Result>(
    of dot: String, as format: String, called name: String, reading read: (String) -> Result?
  ) throws(GraphvizError) -> Result {
    let program = try find()
    let child = ChildProgram(path: program, arguments: ["-T\(format)"], limit: limit)
    let outcome: ChildProgram.Outcome
    do throws(SystemError) {
      outcome = try child.run(input: dot)
    } catch {
      throw GraphvizError("can't run \(program), which lays out the graph: \(error)")
    }
    let lines = Self.firstLines(of: outcome.errors)
    switch outcome.end {
    case .ended(.exited(0)): break
    case .ended(let end):
      throw GraphvizError("\(program) failed to lay out the graph: \(end)", hints: lines)
    case .overdue:
      throw GraphvizError(
        "\(program) did not lay out the graph within \(limit.components.seconds) seconds",
        hints: ["draw part of the graph with --focus KEY or --depth N"])
    case .excessive:
      throw GraphvizError(
        "\(program) wrote more than \(child.mostBytes >> 20) MiB",
        hints: ["draw part of the graph with --focus KEY or --depth N"])
    }
    guard let result = read(String(decoding: outcome.output, as: UTF8.self)) else {
      throw GraphvizError("\(program) did not write a complete \(name)", hints: lines)
    }
    return result
  }

  private func find() throws(GraphvizError) -> String {
    if let program = ProgramSearch(path: path).program(Self.program) { return program }
    throw GraphvizError(
      "can't find \(Self.program), the Graphviz program that lays out the graph",
      hints: [
        "install the Debian package graphviz: apt-get install graphviz",
        "--format dot and --format mermaid do not need it",
      ])
  }

  /// The first lines of the standard error of the program, as hints.
  private static func firstLines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes.prefix(4096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix(5).map { "it printed: \($0)" }
  }
}

/// An SVG as Graphviz writes it.
package struct SVGPicture {
  /// The whole document.
  package let document: String
  /// The element `<svg>` alone, for embedding in a page.
  let element: Substring

  /// - Returns: Nil when the text is not a complete SVG.
  init?(_ document: String) {
    guard let start = document.firstRange(of: "<svg")?.lowerBound,
      let end = document.lastIndex(where: { !$0.isWhitespace }),
      document[...end].hasSuffix("</svg>")
    else { return nil }
    self.document = document
    element = document[start...end]
  }
}
