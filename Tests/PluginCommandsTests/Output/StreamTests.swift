@testable import CleansePlugin
@testable import CleansePluginCommands
import Glibc
import Testing

@Suite("Streams over descriptors")
struct StreamTests {
  /// Both ends of a new pipe.
  private static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func all(of source: FileDescriptorSource) throws -> [UInt8] {
    var result: [UInt8] = []
    while case let block = try source.read(upToCount: 1000), !block.isEmpty { result += block }
    return result
  }

  @Test("more data than the capacity of a pipe is transferred completely")
  func through() async throws {
    let (reader, writer) = try Self.pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let writing = Task.detached {
      try FileDescriptorSink(writer, name: "pipe").write(bytes.span)
      close(writer)
    }
    #expect(try Self.all(of: FileDescriptorSource(reader, name: "pipe")) == bytes)
    try await writing.value
    close(reader)
  }

  @Test("a full device is an error that names the stream, and is recorded")
  func full() throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let sink = FileDescriptorSink(descriptor, name: "standard output")
    let error = #expect(throws: StreamError.self) { try sink.write("x") }
    #expect(error?.number == ENOSPC)
    #expect(error?.isClosedByReader == false)
    #expect(error?.description == "can't write to standard output: No space left on device")
    #expect(sink.failure == error)
  }

  @Test("a closed pipe is distinguished from other errors")
  func closed() throws {
    StandardStreams.prepare()
    let (reader, writer) = try Self.pipe()
    close(reader)
    defer { close(writer) }
    let error = #expect(throws: StreamError.self) {
      try FileDescriptorSink(writer, name: "pipe").write("x")
    }
    #expect(error?.isClosedByReader == true)
  }

  @Test("bytes are appended to a block until it is full")
  func block() throws {
    let (reader, writer) = try Self.pipe()
    try FileDescriptorSink(writer, name: "pipe").write("abcde")
    close(writer)
    let source = FileDescriptorSource(reader, name: "pipe")
    let bytes = try [UInt8](capacity: 4) { block in
      block.append(UInt8(ascii: "_"))
      try source.read(into: &block)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "_abc")
    #expect(try source.read(upToCount: 9) == Array("de".utf8))
    #expect(try source.read(upToCount: 9) == [])
    close(reader)
  }

  @Test("a failed read is an error that names the stream")
  func unreadable() throws {
    let directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    let error = #expect(throws: StreamError.self) {
      try FileDescriptorSource(directory, name: "input").read(upToCount: 10)
    }
    #expect(error?.number == EISDIR)
    #expect(error?.description == "can't read input: Is a directory")
  }

  @Test("while the guard is active, printed text is redirected")
  func guarded() throws {
    let (outputReader, outputWriter) = try Self.pipe()
    let (refugeReader, refugeWriter) = try Self.pipe()
    let held = try OutputGuard(outputWriter, refuge: refugeWriter)
    let plugin = FileDescriptorSink(outputWriter, name: "plugin")
    try plugin.write("noise")
    try FileDescriptorSink(held.output, name: "own").write("result,")
    try held.release()
    try held.release()
    try plugin.write("after")
    for descriptor in [outputWriter, refugeWriter, held.output] { close(descriptor) }
    let output = try Self.all(of: FileDescriptorSource(outputReader, name: "output"))
    let refuge = try Self.all(of: FileDescriptorSource(refugeReader, name: "refuge"))
    #expect(String(decoding: output, as: UTF8.self) == "result,after")
    #expect(String(decoding: refuge, as: UTF8.self) == "noise")
    close(outputReader)
    close(refugeReader)
  }
}
