/// Minimal plugins to damage.
enum Samples {
  /// An ELF file with one program header and two sections: a note and the names of sections.
  static func plugin() -> [UInt8] {
    let note = Array(#"{"manifest":{"identifier":"org.example.samples"}}"#.utf8)
    let names = Array("\0.note.cleanse\0.shstrtab\0".utf8)
    let noteStart = 64 + 56
    let namesStart = noteStart + note.count
    let sections = namesStart + names.count
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 57)
    func put(_ value: Int, at offset: Int) {
      for index in 0..<4 where value >> (8 * index) > 0 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    put(64, at: 32)
    put(sections, at: 40)
    put(1, at: 56)
    put(3, at: 60)
    put(2, at: 62)
    bytes += Array(repeating: 1, count: 56) + note + names + Array(repeating: 0, count: 3 * 64)
    for (index, header) in [(1, 7, 2, noteStart, note.count), (15, 3, 0, namesStart, names.count)]
      .enumerated()
    {
      let start = sections + 64 * (index + 1)
      put(header.0, at: start)
      put(header.1, at: start + 4)
      put(header.2, at: start + 8)
      put(header.3, at: start + 24)
      put(header.4, at: start + 32)
    }
    return bytes
  }
}
