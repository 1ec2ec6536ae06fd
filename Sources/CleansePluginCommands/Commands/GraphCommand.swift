import CleanseSupport
import CleanseFindingReports
import CleanseGraphRendering
import CleansePluginHost
import CleanseGraphAnalysis

/// `host graph`: the combined graph as a picture, a page or a graph file.
enum GraphCommand: Subcommand {
  static let name = "graph"
  static let summary = "Draw the combined graph of all plugins"
  static let operands = "[DIR]... | --graph FILE..."
  static let options = OptionTable(
    [.graphFormat, .output, .focus, .depth, .grouping, .times, .graph] + Option.probing
      + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Draws each binding as a box in the frame of its plugin, with arrows to its",
    "dependencies. Errors and missing bindings are red. --focus limits the drawing to",
    "the bindings near a key, which any unique part of its name identifies; --depth",
    "sets the distance in requests (default: 2). Without --focus, --depth counts from",
    "the root. `dot` and `mermaid` are text; `json` is a graph file for the --graph",
    "option of other commands; `html` is an interactive page that loads no resources.",
    "With --times, the page shows what took long in a file that `--trace` of another",
    "command has written: the longer, the thicker and redder the border.",
    "`svg` and `html` require Graphviz (the Debian package graphviz).",
    "No plugin command is run.",
  ]
  static let statuses = StatusMeanings(
    findings: "the graph has errors; the picture is written regardless")
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
    let times = try times(arguments, format)
    let path = PluginPath(operands: arguments.allOperands, policy: context.policy)
    let combination = try CombinedGraph(of: path, for: name, arguments, in: context)
    var drawing = GraphDrawing(of: combination, by: grouping ?? .plugin)
    if let text = arguments.value(of: .focus) {
      drawing = drawing.around(
        try KeySearch(combination.graph).key(text, for: name), depth: depth ?? 2)
    } else if let depth {
      drawing = drawing.fromRoot(depth: depth)
    }
    // Those who linked the plugins' graphs did not see their files.
    let host = arguments.contains(.graph) ? nil : HostDescription(combination.plugins)
    try context.write(
      text(
        of: drawing, combination, host, times, path.directories, as: format, for: file,
        in: context),
      to: file)
    let errors = combination.findings.filter { $0.severity == .error }
    if !errors.isEmpty {
      let count = FindingReport.counted(errors.count, "error")
      context.report(message: "the graph has \(count); see `host validate`")
    }
    return errors.isEmpty ? .success : .findings
  }

  private static func text(
    of drawing: GraphDrawing, _ combination: CombinedGraph, _ host: HostDescription?,
    _ times: PageTimes, _ directories: [String], as format: GraphFormat, for file: OutputFile,
    in context: CommandContext
  ) throws -> String {
    switch format {
    case .json:
      JSONOutput.safe(
        String(
          decoding: try withDocument(
            GraphDocument(combination, host: host).contents(of: file.name), for: name),
          as: UTF8.self))
    case .dot: DotWriter(drawing).text
    case .mermaid: MermaidWriter(drawing).text
    case .svg:
      try GraphvizLayout(path: context.environment["PATH"] ?? "").picture(of: drawing).document
    case .html:
      try GraphPage(
        of: drawing, combination, title: directories.joined(separator: ", "), times: times,
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
        "options --format json and --\(unfit?.name ?? "") can't be combined",
        hints: ["a graph file contains the whole graph"], command: name)
    }
    guard format != .html || grouping ?? .plugin == .plugin else {
      throw UsageError(
        "options --format html and --by \(grouping?.rawValue ?? "") can't be combined",
        hints: ["the page shows the graph by plugin"], command: name)
    }
    return format
  }

  /// The times of a trace, for the page.
  private static func times(
    _ arguments: ParsedArguments, _ format: GraphFormat
  ) throws -> PageTimes {
    guard let file = arguments.value(of: .times) else { return PageTimes() }
    guard format == .html else {
      throw UsageError(
        "option --times requires --format html", hints: ["only the page shows times"],
        command: name)
    }
    return PageTimes(
      StartTimes(try withDocument(TraceReader.events(of: file), for: name)).ownMilliseconds)
  }

  private static func depth(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    try arguments.value(of: .depth, for: name, expected: "a number of requests, such as 0 or 3") {
      Int($0).flatMap { $0 >= 0 ? $0 : nil }
    }
  }
}

/// An output format of `host graph`.
enum GraphFormat: String, CaseIterable, Sendable {
  /// The DOT language of Graphviz.
  case dot
  /// A Mermaid flowchart.
  case mermaid
  /// A graph file, which `--graph` reads.
  case json
  /// An SVG picture.
  case svg
  /// An interactive page, which needs no network.
  case html
}

extension Option {
  static let graphFormat = Option(
    "format", values: GraphFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "dot, mermaid, json, svg or html (default: dot)")
  static let focus = Option("focus", placeholder: "KEY", "Draw only the bindings near KEY")
  static let depth = Option(
    "depth", placeholder: "N", "Draw up to N requests away from the key or root")
  static let times = Option(
    "times", placeholder: "FILE", "Show the times of a trace in the page")
  static let grouping = Option(
    "by", values: GraphDrawing.Grouping.allCases.map(\.rawValue), placeholder: "WHAT",
    "Group by plugin, component or island (default: plugin)")
}
