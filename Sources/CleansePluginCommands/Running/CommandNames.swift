import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// The names of the commands that plugins and the application contribute. To find them, no plugin is loaded into this
/// process.
///
/// `host run` finds the contributor of a command here, in manifests or in other processes, and the plugins that the command
/// needs in the graph. It loads these, and ``LoadedCommands`` makes and runs the command from its ``CommandSource``. A
/// ``RunPlan`` caches the needed plugins, as long as each ``PathState`` that they depend on is unchanged.
struct CommandNames {
  /// A command whose name is known.
  struct Entry: Equatable {
    let name: String
    let summary: String
    /// The identifier of the plugin; nil for the application.
    let origin: String?
  }

  /// The contributors of commands, in their order.
  private let origins: [String?]
  /// The commands that manifests name, by the identifiers of the plugins.
  private let declared: [String: [DeclaredContribution]]
  /// The directories in which a library may have been overlooked.
  private let directories: [String]
  /// Finds the names of the commands of contributors whose manifests name none.
  private let ask: (_ origins: [String?]) throws -> [ProbedCommands.Answer]

  /// - Parameters:
  ///   - origins: The contributors of commands, in their order.
  ///   - declared: The commands that manifests name, by the identifiers of the plugins.
  ///   - directories: The directories in which a library may have been overlooked.
  ///   - ask: Makes the commands of contributors in other processes, to find their names.
  init(
    of origins: [String?], declared: [String: [DeclaredContribution]],
    searching directories: [String] = [],
    asking ask: @escaping ([String?]) throws -> [ProbedCommands.Answer]
  ) {
    self.origins = origins.distinct()
    (self.declared, self.directories, self.ask) = (declared, directories, ask)
  }

  /// The commands of the graph of an application with its plugins.
  init(
    of combined: CombinedGraph, searching directories: [String],
    asking ask: @escaping ([String?]) throws -> [ProbedCommands.Answer]
  ) {
    let declared = Dictionary(
      keepingFirst: combined.inspections.compactMap(\.usable?.manifest).map {
        ($0.identifier, $0.commands)
      })
    let binding = combined.commandBindings.map { combined.graph[$0].provenance.origin }
    // Also of a plugin that names commands and contributes none, which is an error when one of them is run.
    self.init(
      of: binding + declared.filter { !$0.value.isEmpty }.keys.sorted(), declared: declared,
      searching: directories, asking: ask)
  }

  private func declared(by origin: String?) -> [DeclaredContribution] {
    origin.flatMap { declared[$0] } ?? []
  }

  /// The commands that manifests name.
  private var declaredEntries: [Entry] {
    origins.flatMap { origin in
      declared(by: origin).map { Entry(name: $0.name, summary: $0.summary, origin: origin) }
    }
  }

  /// All commands, and why further ones can't be made.
  private func all() throws -> (entries: [Entry], failures: [String]) {
    let answers = try ask(origins.filter { declared(by: $0).isEmpty })
    let asked = answers.flatMap { answer in
      answer.commands.map { Entry(name: $0.name, summary: $0.summary, origin: answer.origin) }
    }
    let failures = answers.flatMap { answer in
      answer.failures.map { "\(Self.name(of: answer.origin)): \($0)" }
    }
    return (declaredEntries + asked, failures)
  }

  private static func name(of origin: String?) -> String { origin ?? "the application" }

  /// Writes the commands as a table, and reports those that can't be made.
  ///
  /// - Returns: Whether all can be made.
  func list(in context: CommandContext) throws -> Bool {
    let (entries, failures) = try all()
    if !entries.isEmpty {
      var table = TextTable(columns: [.init("COMMAND"), .init("SUMMARY", .prose)])
      table.rows = entries.sorted { $0.name < $1.name }.map {
        [.init($0.name, .bold), .init($0.summary)]
      }
      try context.write(table.text(for: context.outputTerminal))
    }
    context.report(unmakeable: failures)
    if entries.isEmpty, failures.isEmpty { context.report(lines: [Self.listing([])]) }
    return failures.isEmpty
  }

  /// The names of the commands in a sentence.
  private static func listing(_ names: [String]) -> String {
    names.isEmpty
      ? "no plugin contributes a command"
      : "the commands are \(names.joined(separator: ", "))"
  }

  /// Returns the only command of the name; nil after a report.
  ///
  /// - Parameters:
  ///   - name: The first word of the command line of the command; nil if it is empty.
  ///   - unused: The number of plugins that are not used, one of which may have the command.
  /// - Throws: A ``UsageError`` if there is no such command; what `ask` throws.
  func command(
    named name: String?, unused: Int, in context: CommandContext
  ) throws -> Entry? {
    guard let name else {
      let names = Set(try all().entries.map(\.name)).sorted()
      throw UsageError(
        "no command after `--`", hints: [Self.listing(names)], command: RunCommand.name)
    }
    var named = declaredEntries.filter { $0.name == name }
    if named.isEmpty {
      let (entries, failures) = try all()
      named = entries.filter { $0.name == name }
      if named.isEmpty {
        try reportUnknown(name, among: entries, failures, unused: unused, in: context)
        return nil
      }
    }
    guard named.count == 1 else {
      let origins = named.map { Self.name(of: $0.origin) }.joined(separator: ", ")
      context.report(
        message: "\(named.count) commands are named `\(name)`; nothing was run",
        hints: ["from \(origins)"])
      return nil
    }
    return named[0]
  }

  private func reportUnknown(
    _ name: String, among entries: [Entry], _ failures: [String], unused: Int,
    in context: CommandContext
  ) throws(UsageError) {
    let names = Set(entries.map(\.name)).sorted()
    guard unused > 0 || !failures.isEmpty else { throw unknown(name, among: names) }
    context.report(unmakeable: failures)
    let plugins = unused == 1 ? "1 plugin is" : "\(unused) plugins are"
    // One of the commands that can't be made may have the name.
    let message =
      failures.isEmpty
      ? "unknown command `\(name)`" : "no command that can be made is named `\(name)`"
    context.report(
      message: message + (unused > 0 ? "; \(plugins) not used and may contribute it" : ""),
      hints: names.isEmpty && !failures.isEmpty ? [] : [Self.listing(names)])
  }

  private func unknown(_ name: String, among names: [String]) -> UsageError {
    let names = NearestNames.ranked(by: name, names)
    let nearest = NearestNames.of(name, among: names).first
    // If the name is none that is mistyped, its plugin may not have been found.
    let hints =
      nearest.map { ["did you mean `\($0)`?"] } ?? OverlookedLibrary.all(in: directories).hints
    return UsageError(
      "unknown command `\(name)`", hints: hints + [Self.listing(names)], command: RunCommand.name)
  }
}

extension CombinedGraph {
  /// The bindings that contribute commands, in the order of the plugins.
  var commandBindings: [BindingIndex] { graph.contributions(of: (any Command).self) }
}

extension CommandContext {
  /// Reports why commands can't be made.
  func report(unmakeable failures: [String]) {
    for failure in failures {
      let lines = "\(names.name): a command can't be made: \(failure)".split(separator: "\n")
      report(lines: lines.map(String.init))
    }
  }
}
