import CleansePlugin
import Synchronization

/// A command, and the streams that test it.
enum CommandExample {
  // guide: command
  struct CapitalsCommand: Command {
    let name = "capitals"
    let summary = "Writes its input in capitals"

    func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
      guard arguments.isEmpty else {
        throw CommandUsageError("it takes no arguments; it reads its standard input")
      }
      var count = 0
      while true {
        var block = try streams.input.read(upToCount: 1 << 16)
        if block.isEmpty { break }
        count += block.count
        for index in block.indices where (0x61...0x7A).contains(block[index]) {
          block[index] -= 0x20
        }
        try streams.output.write(block.span)
      }
      guard count > 0 else {
        try streams.error.write("there was nothing to read\n")
        return 1
      }
      return 0
    }
  }
  // guide: end

  // guide: testing-streams
  final class TextSource: ByteSource {
    private let rest: Mutex<ArraySlice<UInt8>>

    init(_ text: String) { rest = Mutex(Array(text.utf8)[...]) }

    func read(into block: inout OutputSpan<UInt8>) throws {
      let count = block.freeCapacity
      let next = rest.withLock { rest in
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }
      for byte in next { block.append(byte) }
    }
  }

  final class TextSink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(_ bytes: borrowing Span<UInt8>) throws {
      let copy = bytes.withUnsafeBufferPointer(Array.init)
      self.bytes.withLock { $0 += copy }
    }
  }
  // guide: end

  static func run(_ text: String) async throws -> (status: Int32, output: String, error: String) {
    // guide: testing-streams
    let (output, error) = (TextSink(), TextSink())
    let streams = CommandStreams(input: TextSource(text), output: output, error: error)
    let status = try await CapitalsCommand().run(arguments: [], streams: streams)
    // guide: end
    return (status, output.text, error.text)
  }
}
