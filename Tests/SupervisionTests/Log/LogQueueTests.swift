@testable import CleanseSupervision
import Testing

@Suite("A log whose reader is late")
struct LogQueueTests {
  private static func queue() -> LogQueue { LogQueue { Array("\($0) missing\n".utf8) } }

  /// Adds lines with numbers.
  private static func add(
    _ numbers: ClosedRange<Int>, to queue: inout LogQueue, from source: LogQueue.Source
  ) {
    for number in numbers { queue.add(Array("\(number)\n".utf8), from: source) }
  }

  /// What the reader gets that has room for everything now.
  private static func rest(of queue: inout LogQueue) -> [String] {
    var bytes: [UInt8] = []
    queue.flush { piece in
      bytes += piece
      return piece.count
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("gets what it had no room for, in order, also if only parts are written")
  func parts() {
    var queue = Self.queue()
    Self.add(1...3, to: &queue, from: .program)
    queue.flush { _ in nil }
    #expect(!queue.isEmpty)
    var bytes: [UInt8] = []
    queue.flush { piece in
      bytes.append(piece[0])
      return 1
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "1\n2\n3\n")
    #expect(queue.isEmpty)
  }

  @Test("says where lines are missing, and how many")
  func missing() {
    var queue = Self.queue()
    Self.add(1...512, to: &queue, from: .program)
    queue.add(Array("many\n".utf8), lines: 30, from: .program)
    var count = 0
    queue.flush { piece in
      count += 1
      return count > 2 ? nil : piece.count
    }
    #expect(!queue.isEmpty)
    queue.add(Array("last\n".utf8), from: .program)
    let lines = Self.rest(of: &queue)
    #expect(lines.first == "3")
    #expect(lines.suffix(3) == ["512", "30 missing", "last"])
    #expect(queue.isEmpty)
    Self.add(1...513, to: &queue, from: .program)
    #expect(Self.rest(of: &queue).last == "1 missing")
    #expect(queue.isEmpty)
  }

  @Test("always has room for lines of the program when plugins print")
  func flood() {
    var queue = Self.queue()
    Self.add(1...1000, to: &queue, from: .plugins)
    queue.add(Array("own\n".utf8), from: .program)
    let lines = Self.rest(of: &queue)
    #expect(lines.count == 258)
    #expect(lines.suffix(3) == ["256", "744 missing", "own"])
  }
}
