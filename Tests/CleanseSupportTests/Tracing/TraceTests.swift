@testable import CleanseSupport
import Glibc
import Testing

@Suite("Traces")
struct TraceTests {
  private let load = TraceLabel(.load, "lib\"Quoted\\\u{1B}.so", of: "org.example")

  private func document(_ folder: Folder) throws -> [JSONValue] {
    var reader = JSONReader(Array(try #require(folder.contents(of: "trace.json")).utf8))
    guard case .object(let members) = try reader.readDocument().content,
      case .array(let events)? = members.first(where: { $0.key == "traceEvents" })?.value.content
    else {
      Issue.record("not an object with an array")
      return []
    }
    return events
  }

  private func text(_ name: String, of event: JSONValue) -> String? {
    guard case .object(let members) = event.content,
      case .string(let text)? = members.first(where: { $0.key == name })?.value.content
    else { return nil }
    return text
  }

  private func file(_ folder: Folder, replacing: Bool = true) throws -> TraceFile {
    try TraceFile("\(folder.path)/trace.json", ofProcess: "test", replacing: replacing)
  }

  @Test("a file is valid JSON from the beginning and after each writing")
  func valid() throws {
    let folder = try Folder()
    let trace = Trace(of: "test", writingTo: try file(folder))
    #expect(try document(folder).count == 1)
    for _ in 0..<3 {
      trace.record(load, from: MonotonicTime.nanoseconds())
      trace.flush()
      #expect(try document(folder).contains { text("cat", of: $0) == "load" })
    }
    try trace.finish()
    let events = try document(folder)
    #expect(events.count { text("cat", of: $0) == "load" } == 3)
    #expect(events.count { text("name", of: $0) == "start test" } == 1)
    // Terminals print files, too.
    #expect(events.contains { text("name", of: $0) == #"load lib"Quoted\\u{1B}.so"# })
  }

  @Test("processes add to one file")
  func shared() throws {
    let folder = try Folder()
    let traces = try (0..<3).map {
      Trace(of: "test", writingTo: try file(folder, replacing: $0 == 0))
    }
    for trace in traces { trace.record(load, from: MonotonicTime.nanoseconds()) }
    for trace in traces { try trace.finish() }
    #expect(try document(folder).count { text("cat", of: $0) == "load" } == 3)
    try Trace(of: "test", writingTo: file(folder)).finish()
    #expect(try document(folder).count { text("cat", of: $0) == "load" } == 0)
  }

  @Test("no event of many threads is lost when the buffer is full")
  func threads() throws {
    let trace = Trace(of: "test")
    let number = trace.number(of: load)
    let count = TraceBuffer.capacity
    let threads = try (0..<4).map { _ in
      try #require(
        SystemThread.start(stackSize: 1 << 20) {
          for index in 0..<UInt64(count) {
            trace.record(number, from: index, to: index + 1, on: CurrentThread.identity)
          }
        })
    }
    for thread in threads { thread.join() }
    let events = try trace.finish().filter { $0.label == load }
    #expect(events.count == 4 * count)
    #expect(Dictionary(grouping: events, by: \.start).values.allSatisfy { $0.count == 4 })
  }

  @Test("an event that is awaited has a lane of its own")
  func lanes() throws {
    let trace = Trace(of: "test")
    let number = trace.number(of: TraceLabel(.service, "Server"))
    let spans = (0..<3).map { _ in trace.beginAwaiting(number) }
    spans[1].end()
    let next = trace.beginAwaiting(number)
    for span in [spans[0], next, spans[2]] { span.end() }
    let lanes = try trace.finish().filter { $0.label.step == .service }.map(\.thread)
    #expect(Set(lanes).count == 3)
    #expect(lanes[0] == lanes[2])
  }

  @Test("a short call of a factory is not recorded")
  func threshold() throws {
    let trace = Trace(of: "test", threshold: 1_000_000_000_000)
    let timer = TraceTimer(TraceLabel(.make, "Int"), in: trace)
    timer.end(MonotonicTime.nanoseconds(), on: CurrentThread.identity)
    let events = try trace.finish()
    #expect(events.map(\.label.step) == [.start])
  }

  @Test("a file that can't be written, or is too large, is an error")
  func errors() throws {
    let folder = try Folder()
    #expect(throws: FileTargetError.self) {
      _ = try TraceFile("\(folder.path)/none/a", ofProcess: "test", replacing: true)
    }
    #expect(throws: FileTargetError(path: "/dev/null", reason: .stream)) {
      _ = try TraceFile("/dev/null", ofProcess: "test", replacing: true)
    }
    let path = "\(folder.path)/trace.json"
    let trace = Trace(of: "test", writingTo: try file(folder))
    #expect(truncate(path, off_t(TraceFile.sizeLimit) + 1) == 0)
    #expect(throws: FileTargetError(path: path, reason: .system(SystemError(number: EFBIG)))) {
      try trace.finish()
    }
  }

  // All workers of a server waited for ever for a plugin that kept the file.
  @Test("a file that another process keeps is waited for only for a while")
  func kept() throws {
    let folder = try Folder()
    let path = "\(folder.path)/trace.json"
    func open(replacing: Bool) throws -> TraceFile {
      try TraceFile(path, ofProcess: "test", replacing: replacing, patience: 1_000_000)
    }
    let trace = Trace(of: "test", writingTo: try open(replacing: true))
    let other = unsafe Glibc.open(path, O_RDONLY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX) == 0)
    _ = try open(replacing: false)
    let busy = FileTargetError(path: path, reason: .system(SystemError(number: EWOULDBLOCK)))
    #expect(throws: busy) { _ = try open(replacing: true) }
    trace.record(load, from: MonotonicTime.nanoseconds())
    #expect(throws: busy) { try trace.finish() }
  }
}
