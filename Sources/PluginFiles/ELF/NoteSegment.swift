/// Reads the notes of a `PT_NOTE` segment, each of which has an owner's name, a type and a content.
///
/// A note is three words (name size, content size, type), the name and the content, each padded to
/// the alignment. (System V ABI, "Note Section".)
enum NoteSegment {
  /// The maximum size of all note segments of a file together, in bytes. Real files have a few hundred;
  /// the limit bounds the cost of many segments with the same extent.
  static let sizeLimit: UInt64 = 1 << 20

  /// The contents of the first two Cleanse notes in a segment.
  ///
  /// Reading stops at the second, because more than one is an error. It also stops, without an error, at
  /// a malformed note of another owner.
  ///
  /// - Throws: ``FileDefect/malformedNote(_:)`` for a malformed Cleanse note.
  static func contents(of segment: [UInt8]) throws(FileDefect) -> [[UInt8]] {
    // Segments of 8-byte alignment hold notes padded to 8 or, where a linker merged them, to 4.
    let found = try contents(of: segment, alignment: 4)
    return found.isEmpty ? try contents(of: segment, alignment: 8) : found
  }

  /// Checks that the notes that the dynamic linker searches for properties are within their segment.
  /// (glibc's `sysdeps/x86/dl-prop.h`.)
  static func checkProperties(_ segment: [UInt8]) throws(FileDefect) {
    var offset = 0
    while let nameSize = segment.littleEndianWord(at: offset),
      let size = segment.littleEndianWord(at: offset + 4), offset + 12 < segment.count
    {
      let end = padded(offset + 12 + Int(nameSize), to: 8) + Int(size)
      guard end <= segment.count else {
        throw .malformedELF(
          "its property note at offset \(offset) of the segment extends past the segment's end")
      }
      offset = padded(end, to: 8)
    }
  }

  private static let name: [UInt8] = Array("Cleanse\0".utf8)
  private static let type: UInt32 = 1

  private static func contents(
    of segment: [UInt8], alignment: Int
  ) throws(FileDefect) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    var offset = 0
    while contents.count < 2, let nameSize = segment.littleEndianWord(at: offset),
      let size = segment.littleEndianWord(at: offset + 4),
      let type = segment.littleEndianWord(at: offset + 8)
    {
      // No overflow: the offset is less than the segment's size, and Int has 64 bits.
      let nameStart = offset + 12
      let isOurs = segment[nameStart...].starts(with: name)
      let start = padded(nameStart + Int(nameSize), to: isOurs ? 4 : alignment)
      let end = start + Int(size)
      if isOurs {
        guard nameSize == name.count else {
          throw .malformedNote("its name has \(nameSize) bytes, not \(name.count)")
        }
        guard type == Self.type else {
          throw .malformedNote("its type is \(type), not \(Self.type)")
        }
        guard size > 0 else { throw .malformedNote("it is empty") }
        guard end <= segment.count else {
          throw .malformedNote("its \(size) bytes extend past the end of its segment")
        }
        contents.append(Array(segment[start..<end]))
      }
      guard end <= segment.count else { break }
      offset = padded(end, to: alignment)
    }
    return contents
  }

  private static func padded(_ offset: Int, to alignment: Int) -> Int {
    (offset + alignment - 1) / alignment * alignment
  }
}
