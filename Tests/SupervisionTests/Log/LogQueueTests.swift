@testable import CleanseSupervision
import Testing

@Suite("A log whose reader is late")
struct LogQueueTests {
  private static func notice(_ count: Int) -> [UInt8] { Array("\(count) missing\n".utf8) }

  /// A file of which nothing can be cut off.
  private static func keep(_ count: Int) -> Bool { false }

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
    queue.flush(noticing: notice, cutting: keep) { piece in
      bytes += piece
      return .bytes(piece.count)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("gets what it had no room for, in order, also if only parts are written")
  func parts() {
    var queue = LogQueue()
    Self.add(1...3, to: &queue, from: .program)
    queue.flush(noticing: Self.notice, cutting: Self.keep) { _ in .noRoom }
    #expect(!queue.isEmpty)
    var bytes: [UInt8] = []
    queue.flush(noticing: Self.notice, cutting: Self.keep) { piece in
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
    queue.flush(noticing: Self.notice, cutting: Self.keep) { piece in
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
    queue.flush(noticing: Self.notice, cutting: Self.keep) { _ in
      count += 1
      return count == 1 ? .bytes(1) : .failure
    }
    #expect(queue.isEmpty)
    Self.add(3...4, to: &queue, from: .plugins)
    queue.flush(noticing: Self.notice, cutting: Self.keep) { _ in .failure }
    #expect(queue.isEmpty)
    Self.add(5...5, to: &queue, from: .program)
    var text = ""
    queue.flush(noticing: Self.notice, cutting: Self.keep) { piece in
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
    queue.flush(noticing: Self.notice, cutting: Self.keep) { _ in .failure }
    #expect(queue.missing == 3)
    queue.announceLoss(noticing: Self.notice)
    queue.flush(noticing: Self.notice, cutting: Self.keep) { _ in .failure }
    #expect(queue.missing == 3)
    queue.announceLoss(noticing: Self.notice)
    #expect(Self.rest(of: &queue) == ["3 missing"])
    #expect(queue.missing == 0)
    queue.announceLoss(noticing: Self.notice)
    #expect(queue.isEmpty)
  }

  // A part of a line stayed where it could be removed, and whole lines before it counted as missing.
  @Test("cuts off a line of which only a part has room, but not the lines before it")
  func cut() {
    var queue = LogQueue()
    queue.add(Array("1\n2\n345\n".utf8), lines: 3, from: .plugins, noticing: Self.notice)
    var file: [UInt8] = []
    var isFull = false
    func flush() {
      queue.flush(noticing: Self.notice) { count in
        file.removeLast(count)
        return true
      } _: { piece in
        guard !isFull else { return .failure }
        let part = piece.prefix(6)
        isFull = part.count < piece.count
        file += part
        return .bytes(part.count)
      }
    }
    flush()
    #expect(String(decoding: file, as: UTF8.self) == "1\n2\n")
    #expect(queue.missing == 1)
    Self.add(6...6, to: &queue, from: .program)
    #expect(Self.rest(of: &queue) == ["1 missing", "6"])
  }

  @Test("counts what other processes could not write")
  func others() {
    var queue = LogQueue()
    queue.add(missing: 2)
    Self.add(6...6, to: &queue, from: .program)
    #expect(Self.rest(of: &queue) == ["2 missing", "6"])
    #expect(queue.missing == 0)
  }
}
