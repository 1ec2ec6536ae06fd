@testable import CleansePluginFiles
import CleansePluginMetadata
import Testing

@Suite("NoteSegment")
struct NoteSegmentTests {
  private func note(
    _ name: String, _ content: [UInt8], type: Int = 1, alignment: Int = 4
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [name.utf8.count, content.count, type] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    for part in [Array(name.utf8), content] {
      bytes += part
      bytes += [UInt8](repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
    }
    return bytes
  }

  private func contents(_ segment: [UInt8]) throws -> [[UInt8]] {
    try NoteSegment.notes(of: segment).map(\.content)
  }

  @Test("the content has no padding")
  func padding() throws {
    let segment = note("GNU\0", [1]) + note("Cleanse\0", [1, 2, 3, 4, 5])
    #expect(try contents(segment) == [[1, 2, 3, 4, 5]])
  }

  @Test("our note is found after a note that is padded to eight bytes")
  func eight() throws {
    let segment = note("GNU\0", [1, 2, 3], alignment: 8) + note("Cleanse\0", [9, 9, 9, 9])
    #expect(try contents(segment) == [[9, 9, 9, 9]])
  }

  @Test("a note whose name only begins like ours is not ours")
  func name() throws {
    #expect(try contents(note("Cleanser\0", [1])) == [])
    #expect(try contents(note("cleanse\0", [1])) == [])
  }

  @Test("several notes of several types are read, up to a limit")
  func several() throws {
    let segment = (1...4).flatMap { note("Cleanse\0", [$0], type: Int($0)) }
    #expect(
      try NoteSegment.notes(of: segment) == [
        .init(type: .plugin, content: [1]), .init(type: .contract, content: [2]),
        .init(type: .framework, content: [3]), .init(type: .usedContract, content: [4]),
      ])
    // Each source file of a plugin can have a note.
    let many = (0...5000).flatMap { _ in note("Cleanse\0", [1]) }
    #expect(try NoteSegment.notes(of: many).count == 4096)
  }

  @Test("a note of another type is refused")
  func type() throws {
    #expect(throws: FileDefect.unknownNote(5)) {
      try NoteSegment.notes(of: note("Cleanse\0", [1], type: 5))
    }
  }

  @Test("a segment that ends within a header has no further note")
  func short() throws {
    #expect(try contents([]) == [])
    #expect(try contents([8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]) == [])
    #expect(try contents([8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) == [])
  }
}
