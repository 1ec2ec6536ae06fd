import FindingReports
import CleansePlugin
import CleanseSupport

/// The commands that plugins contribute, by name.
struct CommandSet {
  private let commands: [any Command]

  /// - Parameter commands: In the order of the plugins.
  init(_ commands: [any Command]) {
    self.commands = commands
  }

  var isEmpty: Bool { commands.isEmpty }

  /// Each name once, in alphabetical order.
  private var names: [String] { Set(commands.map(\.name)).sorted() }

  /// The commands as a table.
  func text(for terminal: Terminal) -> String {
    guard !commands.isEmpty else { return "" }
    var table = TextTable(columns: [.init("COMMAND"), .init("SUMMARY", isFlexible: true)])
    table.rows = commands.sorted { $0.name < $1.name }.map {
      [.init($0.name, .bold), .init($0.summary)]
    }
    return table.text(for: terminal)
  }

  /// The names of the commands in a sentence.
  var listing: String {
    isEmpty
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
      throw UsageError(
        "no command after `--`", hints: [listing], command: RunCommand.name)
    }
    let named = commands.filter { $0.name == name }
    guard let command = named.first else {
      guard unused > 0 else { throw unknown(name) }
      let plugins = unused == 1 ? "1 plugin is" : "\(unused) plugins are"
      context.report(lines: [
        "host: unknown command `\(name)`; \(plugins) not used and may contribute it",
        "  " + listing,
      ])
      return .findings
    }
    guard named.count == 1 else {
      context.report(lines: [
        "host: \(named.count) commands are named `\(name)`; nothing was run"
      ])
      return .findings
    }
    try context.releaseOutput()
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

  private func unknown(_ name: String) -> UsageError {
    let names = NearestNames.ranked(by: name, names)
    let nearest = NearestNames.of(name, among: names).first
    let hints = nearest.map { ["did you mean `\($0)`?"] } ?? []
    let known = names.isEmpty ? listing : "the commands are \(names.joined(separator: ", "))"
    return UsageError(
      "unknown command `\(name)`", hints: hints + [known], command: RunCommand.name)
  }
}
