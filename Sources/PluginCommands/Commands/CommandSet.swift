import CleansePlugin
import CleansePluginHost
import CleanseSupport
import FindingReports

/// The commands that plugins contribute, by name. A command is made when it is run.
struct CommandSet {
  /// A command whose name is known.
  private struct Entry {
    let name: String
    let summary: String
    let origin: String?
  }

  private let sources: [CommandSource]
  /// Finds the names of the commands of plugins whose manifests name none.
  private let ask: (_ origins: [String]) -> [ProbedCommands.Answer]

  /// - Parameters:
  ///   - sources: In the order of the plugins.
  ///   - ask: Makes the commands of plugins in other processes, to find their names.
  init(
    _ sources: [CommandSource], asking ask: @escaping ([String]) -> [ProbedCommands.Answer]
  ) {
    (self.sources, self.ask) = (sources, ask)
  }

  var isEmpty: Bool { sources.isEmpty }

  /// The commands that manifests name.
  private var declared: [Entry] {
    var origins: Set<String> = []
    return sources.flatMap { source -> [Entry] in
      guard let origin = source.origin, origins.insert(origin).inserted else { return [] }
      return source.declared.map { Entry(name: $0.name, summary: $0.summary, origin: origin) }
    }
  }

  /// All commands, and why further ones can't be made.
  private func all() -> (entries: [Entry], failures: [String]) {
    var entries = declared
    var failures: [String] = []
    var asked: [String] = []
    for source in sources where source.declared.isEmpty {
      if let origin = source.origin {
        if !asked.contains(origin) { asked.append(origin) }
        continue
      }
      // The application is trusted not to end the process.
      do {
        entries += try source.make().map {
          Entry(name: $0.name, summary: $0.summary, origin: nil)
        }
      } catch {
        failures.append("\(error)")
      }
    }
    for answer in ask(asked) {
      entries += answer.commands.map {
        Entry(name: $0.name, summary: $0.summary, origin: answer.origin)
      }
      failures += answer.failures.map { "\(answer.origin): \($0)" }
    }
    return (entries, failures)
  }

  /// Writes the commands as a table, and reports those that can't be made.
  ///
  /// - Returns: Whether all can be made.
  func list(in context: CommandContext) throws -> Bool {
    let (entries, failures) = all()
    if !entries.isEmpty {
      var table = TextTable(columns: [.init("COMMAND"), .init("SUMMARY", isFlexible: true)])
      table.rows = entries.sorted { $0.name < $1.name }.map {
        [.init($0.name, .bold), .init($0.summary)]
      }
      try context.write(table.text(for: context.outputTerminal))
    }
    context.report(lines: Self.lines(of: failures))
    if entries.isEmpty { context.report(lines: [Self.listing([])]) }
    return failures.isEmpty
  }

  private static func lines(of failures: [String]) -> [String] {
    failures.flatMap { failure in
      "host: a command can't be made: \(failure)".split(separator: "\n").map(String.init)
    }
  }

  /// The names of the commands in a sentence.
  private static func listing(_ names: [String]) -> String {
    names.isEmpty
      ? "no plugin contributes a command"
      : "the commands are \(names.joined(separator: ", "))"
  }

  /// Runs the command that the first word names, with the other words as its arguments.
  ///
  /// - Parameter unused: The number of plugins that are not used, one of which may have the command.
  /// - Throws: A ``UsageError`` if there is no such command, or the error of a stream.
  func run(
    _ words: [String], unused: Int, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let name = words.first else {
      let names = Set(all().entries.map(\.name)).sorted()
      throw UsageError(
        "no command after `--`", hints: [Self.listing(names)], command: RunCommand.name)
    }
    var named = declared.filter { $0.name == name }
    if named.isEmpty {
      let (entries, failures) = all()
      named = entries.filter { $0.name == name }
      if named.isEmpty {
        return try reportUnknown(name, among: entries, failures, unused: unused, in: context)
      }
    }
    guard named.count == 1 else {
      let origins = named.map { $0.origin ?? "the application" }.joined(separator: ", ")
      context.report(lines: [
        "host: \(named.count) commands are named `\(name)`; nothing was run", "  from \(origins)",
      ])
      return .findings
    }
    guard let command = made(named[0], in: context) else { return .findings }
    return try await run(command, words, in: context)
  }

  /// Makes a command; nil after a report that it can't be made.
  private func made(_ entry: Entry, in context: CommandContext) -> (any Command)? {
    var names: [String] = []
    var failures: [String] = []
    for source in sources where source.origin == entry.origin {
      do {
        let commands = try source.make()
        if let command = commands.first(where: { $0.name == entry.name }) { return command }
        names += commands.map(\.name)
      } catch {
        // Another contribution of the plugin may have the command.
        failures.append("\(error)")
      }
    }
    context.report(lines: Self.lines(of: failures))
    guard failures.isEmpty || !names.isEmpty else { return nil }
    let contributed = names.isEmpty ? "" : ", but contributes \(names.joined(separator: ", "))"
    context.report(lines: [
      "host: \(entry.origin ?? "the application") declares the command `\(entry.name)`\(contributed); "
        + "nothing was run"
    ])
    return nil
  }

  private func run(
    _ command: any Command, _ words: [String], in context: CommandContext
  ) async throws -> ExitStatus {
    try context.releaseOutput()
    let name = command.name
    let status: Int32
    do {
      status = try await command.run(
        arguments: Array(words.dropFirst()), streams: context.streams)
    } catch let error as StreamError {
      throw error
    } catch {
      context.report(PlainText.escapedLines("\(name): \(error)") + "\n")
      return error is CommandUsageError ? .usage : .findings
    }
    // The caller receives only the lowest eight bits, and 256 must not become 0.
    guard (0...255).contains(status) else {
      context.report(lines: ["host: `\(name)` returned the invalid status \(status)"])
      return .findings
    }
    return ExitStatus(rawValue: status)
  }

  private func reportUnknown(
    _ name: String, among entries: [Entry], _ failures: [String], unused: Int,
    in context: CommandContext
  ) throws -> ExitStatus {
    let names = Set(entries.map(\.name)).sorted()
    guard unused > 0 || !failures.isEmpty else { throw Self.unknown(name, among: names) }
    context.report(lines: Self.lines(of: failures))
    let plugins = unused == 1 ? "1 plugin is" : "\(unused) plugins are"
    context.report(lines: [
      "host: unknown command `\(name)`"
        + (unused > 0 ? "; \(plugins) not used and may contribute it" : ""),
      "  " + Self.listing(names),
    ])
    return .findings
  }

  private static func unknown(_ name: String, among names: [String]) -> UsageError {
    let names = NearestNames.ranked(by: name, names)
    let nearest = NearestNames.of(name, among: names).first
    let hints = nearest.map { ["did you mean `\($0)`?"] } ?? []
    return UsageError(
      "unknown command `\(name)`", hints: hints + [listing(names)], command: RunCommand.name)
  }
}
