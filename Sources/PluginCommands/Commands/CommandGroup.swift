/// A group of commands in the help of the program, in the order in which the help lists them.
enum CommandGroup: CaseIterable, Sendable {
  case inspect, check, graph, run, trust, project

  /// The heading in the help.
  var heading: String {
    switch self {
    case .inspect: "Inspect"
    case .check: "Check"
    case .graph: "Graph"
    case .run: "Run"
    case .trust: "Trust"
    case .project: "Project"
    }
  }
}
