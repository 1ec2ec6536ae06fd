@testable import CleanseSupervision
import Testing

@Suite("A log whose reader is late")
struct LogQueueTests {
  private static func notice(_ count: Int) -> [UInt8] { Array("\(count) missing\n".utf8) }

  /// Adds lines with numbers.
  private static func add(
    _ numbers: ClosedRange<Int>, to queue: inout LogQueue, from source: LogQueue.Source
  ) {
    for number in numbers {
      queue.add(Array("\(number)\n".utf8), from: source, noticing: notice)
    }
  }

  /// What the reader gets that has room for everything now.
  private static func rest(of queue: inout LogQueue) -> [String] {
    var bytes: [UInt8] = []
    queue.flush(noticing: notice) { piece in
      bytes += piece
      return .bytes(piece.count)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("gets what it had no room for, in order, also if only parts are written")
  func parts() {
    var queue = LogQueue()
    Self.add(1...3, to: &queue, from: .program)
    queue.flush(noticing: Self.notice) { _ in .noRoom }
    #expect(!queue.isEmpty)
    var bytes: [UInt8] = []
    queue.flush(noticing: Self.notice) { piece in
      bytes.append(piece[0])
      return .bytes(1)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "1\n2\n3\n")
    #expect(queue.isEmpty)
  }

  @Test("says where lines are missing, and how many")
  func missing() {
    var queue = LogQueue()
    Self.add(1...512, to: &queue, from: .program)
    queue.add(Array("many\n".utf8), lines: 30, from: .program, noticing: Self.notice)
    var count = 0
    queue.flush(noticing: Self.notice) { piece in
      count += 1
      return count > 2 ? .noRoom : .bytes(piece.count)
    }
    #expect(!queue.isEmpty)
    queue.add(Array("last\n".utf8), from: .program, noticing: Self.notice)
    let lines = Self.rest(of: &queue)
    #expect(lines.first == "3")
    #expect(lines.suffix(3) == ["512", "30 missing", "last"])
    #expect(queue.isEmpty)
    Self.add(1...513, to: &queue, from: .program)
    #expect(Self.rest(of: &queue).last == "1 missing")
    #expect(queue.isEmpty)
    #expect(queue.lostInAll == 31)
  }

  @Test("always has room for lines of the program when plugins print")
  func flood() {
    var queue = LogQueue()
    Self.add(1...1000, to: &queue, from: .plugins)
    queue.add(Array("own\n".utf8), from: .program, noticing: Self.notice)
    let lines = Self.rest(of: &queue)
    #expect(lines.count == 258)
    #expect(lines.suffix(3) == ["256", "744 missing", "own"])
  }

  // What a full disk had no room for was lost without a word, and a line could begin in the middle of another one.
  @Test("does not wait for a full disk, and says how many lines are missing when there is room")
  func fullDisk() {
    var queue = LogQueue()
    Self.add(1...2, to: &queue, from: .program)
    var count = 0
    queue.flush(noticing: Self.notice) { _ in
      count += 1
      return count == 1 ? .bytes(1) : .failure
    }
    #expect(queue.isEmpty)
    Self.add(3...4, to: &queue, from: .plugins)
    queue.flush(noticing: Self.notice) { _ in .failure }
    #expect(queue.isEmpty)
    Self.add(5...5, to: &queue, from: .program)
    var text = ""
    queue.flush(noticing: Self.notice) { piece in
      text += String(decoding: piece, as: UTF8.self)
      return .bytes(piece.count)
    }
    // After the first byte of the line with 1.
    #expect(text == "\n4 missing\n5\n")
    // The line that says so could not be written at first, and is none of them.
    #expect(queue.lostInAll == 4)
  }

  // After a full disk, the number of lost lines waited for the next line.
  @Test("says how many lines could not be written when that is possible again")
  func announced() {
    var queue = LogQueue()
    Self.add(1...3, to: &queue, from: .program)
    queue.flush(noticing: Self.notice) { _ in .failure }
    #expect(queue.missing == 3)
    queue.announceLoss(noticing: Self.notice)
    queue.flush(noticing: Self.notice) { _ in .failure }
    #expect(queue.missing == 3)
    queue.announceLoss(noticing: Self.notice)
    #expect(Self.rest(of: &queue) == ["3 missing"])
    #expect(queue.missing == 0)
    queue.announceLoss(noticing: Self.notice)
    #expect(queue.isEmpty)
  }
}
