@testable import PluginFiles
import Testing

@Suite("NoteSegment")
struct NoteSegmentTests {
  private func note(_ name: String, _ content: [UInt8], alignment: Int = 4) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [name.utf8.count, content.count, 1] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    for part in [Array(name.utf8), content] {
      bytes += part
      bytes += [UInt8](repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
    }
    return bytes
  }

  @Test("the content has no padding")
  func padding() throws {
    let segment = note("GNU\0", [1]) + note("Cleanse\0", [1, 2, 3, 4, 5])
    #expect(try NoteSegment.contents(of: segment) == [[1, 2, 3, 4, 5]])
  }

  @Test("our note is found after a note that is padded to eight bytes")
  func eight() throws {
    let segment = note("GNU\0", [1, 2, 3], alignment: 8) + note("Cleanse\0", [9, 9, 9, 9])
    #expect(try NoteSegment.contents(of: segment) == [[9, 9, 9, 9]])
  }

  @Test("a note whose name only begins like ours is not ours")
  func name() throws {
    #expect(try NoteSegment.contents(of: note("Cleanser\0", [1])) == [])
    #expect(try NoteSegment.contents(of: note("cleanse\0", [1])) == [])
  }

  @Test("reading ends with our second note")
  func several() throws {
    let segment = (1...5).flatMap { note("Cleanse\0", [$0]) }
    #expect(try NoteSegment.contents(of: segment) == [[1], [2]])
  }

  @Test("a segment that ends within a header has no further note")
  func short() throws {
    #expect(try NoteSegment.contents(of: []) == [])
    #expect(try NoteSegment.contents(of: [8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]) == [])
    #expect(try NoteSegment.contents(of: [8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) == [])
  }
}
