/// A group of commands in the help of the program. This list registers the commands: the help, the manual pages and the
/// completions have the groups and the commands in its order.
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

  /// The commands of the group.
  var commands: [any Subcommand.Type] {
    switch self {
    case .inspect:
      [
        ListCommand.self, ShowCommand.self, ProbeCommand.self, DoctorCommand.self,
        BlameCommand.self,
      ]
    case .check: [ValidateCommand.self, DiffCommand.self, FragmentCommand.self]
    case .graph: [GraphCommand.self, WhyCommand.self, WithoutCommand.self, IslandsCommand.self]
    case .run: [RunCommand.self, ServeCommand.self, ReloadCommand.self, StatusCommand.self]
    case .trust: [LockCommand.self, KeyCommand.self, SignCommand.self, VerifyCommand.self]
    case .project:
      [
        NewCommand.self, BuildCommand.self, SDKCommand.self, ConfigCommand.self,
        CacheCommand.self, CompletionsCommand.self, HelpCommand.self,
      ]
    }
  }
}
