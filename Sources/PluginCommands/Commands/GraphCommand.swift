import GraphRendering
import CleansePluginHost

/// `host graph`: the combined graph as a picture.
enum GraphCommand: Subcommand {
  static let name = "graph"
  static let summary = "draw the graph that the plugins of directories make up"
  static let operands = "[DIR…] | --graph FILE…"
  static let options = OptionTable(
    [.graphFormat, .output, .focus, .depth, .grouping, .graph] + Option.probing + Option.trusting
      + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Draws each binding as a box in the frame of its plugin, with arrows to what it",
    "asks for. What is wrong or missing is red. With --focus, it draws what is around",
    "a key, which any unique part of its name finds, and --depth tells how many",
    "requests away, 2 otherwise; without --focus, --depth counts from the root.",
    "`dot` and `mermaid` are text; `json` is a graph file, which --graph of the",
    "commands reads; `html` is a page to search and to click in, which loads nothing.",
    "For `svg` and `html`, Graphviz has to be installed, the Debian package graphviz.",
    "With errors in the graph, the exit status is 1, and the picture is written all",
    "the same. No command runs.",
  ]
  static let examples = [
    "host graph --format svg plugins > graph.svg",
    "host graph --format html --graph fragments > graph.html",
    "host graph --format mermaid --focus WordCounter --depth 1 plugins",
    "host graph plugins | dot -Tpdf -o graph.pdf",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let depth = try depth(arguments)
    let grouping = arguments.value(of: .grouping).flatMap(GraphDrawing.Grouping.init(rawValue:))
    let format = try format(arguments, grouping)
    let file = try OutputFile(arguments.value(of: .output))
    let path = PluginPath(operands: arguments.allOperands, policy: context.policy)
    let combination = try Combination(of: path, for: name, arguments, in: context)
    var drawing = GraphDrawing(of: combination, by: grouping ?? .plugin)
    if let text = arguments.value(of: .focus) {
      drawing = drawing.around(
        try KeySearch(combination.graph).key(text, for: name), depth: depth ?? 2)
    } else if let depth {
      drawing = drawing.fromRoot(depth: depth)
    }
    try file.write(
      text(
        of: drawing, combination, path.directories, as: format, for: file, in: context),
      in: context)
    let errors = combination.errors(strictly: false)
    if !errors.isEmpty {
      let count = errors.count == 1 ? "is 1 error" : "are \(errors.count) errors"
      context.tell(lines: ["host: there \(count); `host validate` tells more"])
    }
    return errors.isEmpty ? .success : .findings
  }

  private static func text(
    of drawing: GraphDrawing, _ combination: Combination, _ directories: [String],
    as format: GraphFormat, for file: OutputFile, in context: CommandContext
  ) throws -> String {
    switch format {
    case .json:
      JSONOutput.safe(
        String(
          decoding: try withDocument(for: name) { () throws(DocumentError) in
            try GraphDocument(combination.combined).contents(of: file.name)
          }, as: UTF8.self))
    case .dot: DotWriter(drawing).text
    case .mermaid: MermaidWriter(drawing).text
    case .svg:
      try GraphvizLayout(path: context.environment["PATH"] ?? "").picture(
        of: DotWriter(drawing).text
      ).document
    case .html:
      try GraphPage(
        of: drawing, combination, title: directories.joined(separator: ", "),
        layout: GraphvizLayout(path: context.environment["PATH"] ?? "")
      ).document
    }
  }

  private static func format(
    _ arguments: ParsedArguments, _ grouping: GraphDrawing.Grouping?
  ) throws(UsageError) -> GraphFormat {
    let format = arguments.value(of: .graphFormat).flatMap(GraphFormat.init(rawValue:)) ?? .dot
    let unfit = [Option.focus, .depth, .grouping].first(where: arguments.contains)
    guard format != .json || unfit == nil else {
      throw UsageError(
        "options --format json and --\(unfit?.name ?? "") don't go together",
        hints: ["a graph file has the whole graph"], command: name)
    }
    guard format != .html || grouping != .component else {
      throw UsageError(
        "options --format html and --by component don't go together",
        hints: ["the page shows the graph by plugin"], command: name)
    }
    return format
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
}

/// How `host graph` writes the graph.
enum GraphFormat: String, CaseIterable, Sendable {
  /// The language of Graphviz.
  case dot
  /// A flowchart for pages that show Mermaid.
  case mermaid
  /// The graph as data, which `--graph` reads.
  case json
  /// A picture.
  case svg
  /// A page to search and to click in, which needs no network.
  case html
}

extension Option {
  static let graphFormat = Option(
    "format", values: GraphFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "dot, mermaid, json, svg or html; dot otherwise")
  static let focus = Option("focus", placeholder: "KEY", "Draw only what is around a key")
  static let depth = Option(
    "depth", placeholder: "N", "How many requests away from the key or the root")
  static let grouping = Option(
    "by", values: GraphDrawing.Grouping.allCases.map(\.rawValue), placeholder: "WHAT",
    "Frame by plugin or component; plugin otherwise")
}
