import CleanseFindingReports
import CleanseSupport

extension PluginTool {
  /// Runs the body with a trace.
  static func tracing(
    _ command: any Subcommand.Type, writingTo path: String, in context: CommandContext,
    _ body: () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let name = "\(context.names.name) \(command.name)"
    // The supervisor has created the file, to which all workers add.
    let file = try TraceFile.opened(path, ofProcess: name, replacing: context.worker == nil)
    let trace = Trace(of: name, writingTo: file)
    Trace.install(trace)
    defer { Trace.install(nil) }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    do throws(FileTargetError) {
      try trace.finish()
    } catch {
      context.report(lines: CommandFailure(error).lines(for: context.names.program))
      if case .success(.success) = result { return .failure }
    }
    return try result.get()
  }
}

extension TraceFile {
  /// Opens the file of a trace, before anything runs.
  static func opened(
    _ path: String, ofProcess name: String, replacing replaces: Bool
  ) throws(CommandFailure) -> TraceFile {
    do throws(FileTargetError) {
      return try TraceFile(path, ofProcess: name, replacing: replaces)
    } catch {
      throw CommandFailure(error)
    }
  }
}
