import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// The commands of one contributor whose plugin is loaded. They are made when one of them is run.
struct LoadedCommands {
  /// The identifier of the plugin; nil for the application.
  let origin: String?
  /// The contributions of commands of this contributor, in their order.
  private let sources: [CommandSource]

  /// - Parameter sources: The contributions of all contributors.
  init(of origin: String?, among sources: [CommandSource]) {
    self.origin = origin
    self.sources = sources.filter { $0.origin == origin }
  }

  /// Runs the command that the first word names, with the other words as its arguments.
  ///
  /// - Throws: The error of a stream.
  func run(_ words: [String], in context: CommandContext) async throws -> ExitStatus {
    guard let name = words.first, let command = made(name, in: context) else { return .findings }
    try context.releaseOutput()
    Trace.current?.endStart()
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
      context.report(message: "`\(name)` returned the invalid status \(status)")
      return .findings
    }
    return ExitStatus(rawValue: status)
  }

  /// Makes a command; nil after a report that it can't be made.
  private func made(_ name: String, in context: CommandContext) -> (any Command)? {
    var names: [String] = []
    var failures: [String] = []
    for source in sources {
      do {
        let commands = try source.make()
        if let command = commands.first(where: { $0.name == name }) { return command }
        names += commands.map(\.name)
      } catch {
        // Another contribution of the plugin may have the command.
        failures.append("\(error)")
      }
    }
    context.report(unmakeable: failures)
    // One of those that can't be made may be the command.
    guard failures.isEmpty else { return nil }
    let contributed =
      names.isEmpty
      ? ", but contributes no command" : ", but contributes \(names.joined(separator: ", "))"
    context.report(
      message: "\(origin ?? "the application") declares the command `\(name)`\(contributed); "
        + "nothing was run")
    return nil
  }
}
