import Cleanse

/// `host graph`: the combined graph as a picture.
enum GraphCommand: Subcommand {
  static let name = "graph"
  static let summary = "draw the graph that the plugins of directories make up"
  static let operands = "[DIR…] | --graph FILE…"
  static let options = OptionTable(
    [.graphFormat, .focus, .depth, .grouping, .graph] + Option.probing + Option.trusting)
  static let loadsPlugins = true
  static let details = [
    "Draws each binding as a box in the frame of its plugin, with arrows to what it",
    "asks for. What is wrong is drawn in red, and what is missing as well. Nothing is",
    "built. With --focus, draws what is around a key only, and --depth tells how many",
    "requests away (2 otherwise); without --focus, --depth counts from the root.",
    "`dot` and `mermaid` are text; `svg` is laid out by Graphviz, which has to be",
    "installed (the Debian package graphviz). The exit status is 1 where there are",
    "errors, and the picture is written all the same.",
  ]
  static let examples = [
    "host graph --format svg plugins > graph.svg",
    "host graph --format mermaid --focus WordCounting.WordCounter --depth 1 plugins",
    "host graph plugins | dot -Tpdf -o graph.pdf",
  ]

  static func run(
    _ arguments: ParsedArguments, in surroundings: Surroundings
  ) async throws -> ExitStatus {
    let depth = try depth(arguments)
    let path = PluginPath(
      operands: arguments.allOperands, environment: surroundings.environment)
    let combination = try Combination(of: path, for: name, arguments, in: surroundings)
    let grouping = arguments.value(of: .grouping).flatMap(GraphDrawing.Grouping.init(rawValue:))
    var drawing = GraphDrawing(of: combination, by: grouping ?? .plugin)
    if let text = arguments.value(of: .focus) {
      drawing = drawing.around(try key(text, in: combination.graph), depth: depth ?? 2)
    } else if let depth {
      drawing = drawing.fromRoot(depth: depth)
    }
    let format = arguments.value(of: .graphFormat).flatMap(GraphFormat.init(rawValue:)) ?? .dot
    if format == .html, grouping == .component {
      throw UsageError(
        "options --format html and --by component don't go together",
        hints: ["the page shows the graph by plugin"], command: name)
    }
    try surroundings.write(
      text(of: drawing, combination, path.directories, as: format, in: surroundings))
    return combination.errors(strictly: false).isEmpty ? .success : .findings
  }

  private static func text(
    of drawing: GraphDrawing, _ combination: Combination, _ directories: [String],
    as format: GraphFormat, in surroundings: Surroundings
  ) throws -> String {
    switch format {
    case .dot: DotWriter(drawing).text
    case .svg:
      try GraphvizLayout(in: surroundings).picture(of: DotWriter(drawing).text).document
    case .html:
      try GraphPage(
        of: drawing, combination, title: directories.joined(separator: ", "),
        layout: GraphvizLayout(in: surroundings)
      ).document
    }
  }

  private static func depth(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    guard let text = arguments.value(of: .depth) else { return nil }
    guard let depth = Int(text), depth >= 0 else {
      throw UsageError(
        "option --depth does not take `\(text)`",
        hints: ["it takes a number of requests, such as 0 or 3"], command: name)
    }
    return depth
  }

  private static func key(_ text: String, in graph: BindingGraph) throws(UsageError) -> Key {
    let keys = graph.bindings.flatMap { [$0.key] + $0.requests.map(\.key) }
    if let key = keys.first(where: { $0.description == text }) { return key }
    throw UsageError("there is no key `\(text)`", command: name)
  }
}

/// How `host graph` writes the graph.
enum GraphFormat: String, CaseIterable, Sendable {
  /// The language of Graphviz.
  case dot
  /// A picture.
  case svg
  /// A page to search and to click in, which needs no network.
  case html
}

extension Option {
  static let graphFormat = Option(
    "format", values: GraphFormat.allCases.map(\.rawValue), "How to write the graph; dot otherwise")
  static let focus = Option("focus", placeholder: "KEY", "Draw what is around a key only")
  static let depth = Option(
    "depth", placeholder: "N", "Draw what is within N requests of the key or of the root")
  static let grouping = Option(
    "by", values: GraphDrawing.Grouping.allCases.map(\.rawValue),
    "What the frames stand for; plugin otherwise")
}
