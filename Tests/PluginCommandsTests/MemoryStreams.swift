@testable import CleanseFindingReports
@testable import CleansePlugin
@testable import CleansePluginCommands
import Synchronization

/// Stores what is written.
final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func write(_ bytes: borrowing Span<UInt8>) throws {
    let copy = bytes.withUnsafeBufferPointer { Array($0) }
    self.bytes.withLock { $0 += copy }
  }
}

/// An empty source.
struct EmptySource: ByteSource {
  func read(into block: inout OutputSpan<UInt8>) throws {}
}

/// The outcome of one run of the program.
struct Outcome {
  let status: Int32
  let output: String
  let error: String
}

/// Runs the program in this process.
func host(
  _ arguments: String..., environment: [String: String] = [:], terminal: Terminal = .none
) async -> Outcome {
  await host(arguments: arguments, environment: environment, terminal: terminal)
}

/// The same with the arguments as an array.
func host(
  arguments: [String], environment: [String: String] = [:], terminal: Terminal = .none
) async -> Outcome {
  let (output, error) = (MemorySink(), MemorySink())
  let context = CommandContext(
    environment: environment,
    streams: CommandStreams(input: EmptySource(), output: output, error: error),
    outputTerminal: terminal, errorTerminal: terminal)
  let status = await PluginTool.execute(arguments, in: context)
  return Outcome(status: status.rawValue, output: output.text, error: error.text)
}
