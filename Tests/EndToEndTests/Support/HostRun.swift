import CleanseTestSupport
import Foundation
import Testing

/// One run of the built program `host`.
struct HostRun {
  let arguments: [String]
  let status: Int32
  var output: String
  let errors: String
}

/// Runs `host` with a small, fixed environment in the directory, and expects that it ends.
func host(
  _ arguments: String..., in directory: TemporaryDirectory? = nil,
  environment: [String: String] = [:], input: ChildProcess.Input = .nothing,
  output: ChildProcess.Output = .captured,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> HostRun {
  try host(
    arguments: arguments, in: directory, environment: environment, input: input, output: output,
    sourceLocation: sourceLocation)
}

/// The same with the arguments as an array.
func host(
  arguments: [String], in directory: TemporaryDirectory? = nil,
  environment: [String: String] = [:], input: ChildProcess.Input = .nothing,
  output: ChildProcess.Output = .captured,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> HostRun {
  let outcome = try ChildProcess(
    program: Build.host.path(percentEncoded: false), arguments: arguments,
    environment: ChildProcess.searchPaths.merging(environment) { $1 },
    directory: directory?.path ?? "/", input: input, output: output
  ).run()
  #expect(!outcome.isOverdue, "host hangs", sourceLocation: sourceLocation)
  return HostRun(
    arguments: arguments, status: outcome.status,
    output: String(decoding: outcome.output, as: UTF8.self),
    errors: String(decoding: outcome.errors, as: UTF8.self))
}

extension HostRun {
  /// The output as JSON.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(value as? [String: Any])
  }

  /// Both outputs and the status of the run.
  var transcript: String {
    let words = arguments.map { $0.isEmpty || $0.contains(" ") ? "'\($0)'" : $0 }
    var text = "$ \((["host"] + words).joined(separator: " "))\n" + output
    if !errors.isEmpty { text += "--- standard error\n" + errors }
    return text + "--- status \(status)"
  }
}
