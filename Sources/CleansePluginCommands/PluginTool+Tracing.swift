import CleanseFindingReports
import CleanseSupervision
import CleanseSupport

extension PluginTool {
  /// Runs the body with a trace.
  static func tracing(
    _ command: any Subcommand.Type, writingTo path: String, in context: CommandContext,
    _ body: () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let file =
      try context.early?.get().trace ?? trace(of: command, at: path, context.worker, context.names)
    let trace = Trace(of: "\(context.names.name) \(command.name)", writingTo: file)
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

  /// Opens the file of a trace. The supervisor has created that of a worker, to which all of them add.
  static func trace(
    of command: any Subcommand.Type, at path: String, _ worker: SupervisedWorker?,
    _ names: ToolNames
  ) throws(CommandFailure) -> TraceFile {
    try TraceFile.opened(
      path, ofProcess: "\(names.name) \(command.name)", replacing: worker == nil)
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
