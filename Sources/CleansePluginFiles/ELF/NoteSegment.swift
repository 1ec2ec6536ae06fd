internal import CleansePluginMetadata

/// Reads the notes of a `PT_NOTE` segment, each of which has an owner's name, a type and a content.
///
/// A note is three words (name size, content size, type), the name and the content, each padded to
/// the alignment. (System V ABI, "Note Section".)
enum NoteSegment {
  /// The maximum size of all note segments of a file together, in bytes. Real files have a few hundred;
  /// the limit bounds the cost of many segments with the same extent.
  static let sizeLimit: UInt64 = 1 << 20

  /// The maximum number of Cleanse notes that are read from a file. Each source file of a plugin in C has one for each
  /// contract whose header it includes.
  fileprivate static let countLimit = 4096

  /// A Cleanse note.
  struct Note: Equatable {
    let type: NoteType
    let content: [UInt8]
  }

  /// The Cleanse notes of a segment.
  ///
  /// Reading stops, without an error, at a malformed note of another owner.
  ///
  /// - Throws: ``FileDefect/malformedNote(_:)`` for a malformed Cleanse note, ``FileDefect/unknownNote(_:)`` for
  ///   one of another type.
  static func notes(of segment: [UInt8]) throws(FileDefect) -> [Note] {
    // Segments of 8-byte alignment hold notes padded to 8 or, where a linker merged them, to 4.
    let found = try notes(of: segment, alignment: 4)
    return found.isEmpty ? try notes(of: segment, alignment: 8) : found
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

  private static func notes(
    of segment: [UInt8], alignment: Int
  ) throws(FileDefect) -> [Note] {
    let name = NoteType.elfName
    var notes: [Note] = []
    var offset = 0
    while notes.count < countLimit, let nameSize = segment.littleEndianWord(at: offset),
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
        guard let type = NoteType(rawValue: type) else { throw .unknownNote(type) }
        guard size > 0 else { throw .malformedNote("it is empty") }
        guard end <= segment.count else {
          throw .malformedNote("its \(size) bytes extend past the end of its segment")
        }
        notes.append(Note(type: type, content: Array(segment[start..<end])))
      }
      guard end <= segment.count else { break }
      offset = padded(end, to: alignment)
    }
    return notes
  }

  private static func padded(_ offset: Int, to alignment: Int) -> Int {
    (offset + alignment - 1) / alignment * alignment
  }
}

extension ElfFile {
  /// The Cleanse notes of the file.
  ///
  /// - Throws: A ``FileDefect`` for a malformed Cleanse note, or a segment outside of the file.
  func cleanseNotes() throws(FileDefect) -> [NoteSegment.Note] {
    var notes: [NoteSegment.Note] = []
    var budget = NoteSegment.sizeLimit
    for segment in segments where segment.kind == .note {
      let extent = try segment.extent(within: file.size).prefix(budget)
      budget -= extent.count
      notes += try NoteSegment.notes(of: Array(file.bytes(in: extent)))
    }
    return Array(notes.prefix(NoteSegment.countLimit))
  }
}
