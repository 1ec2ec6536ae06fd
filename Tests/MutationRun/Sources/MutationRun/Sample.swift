/// A sound plugin, and the parts of it that are worth damaging.
struct Sample: Sendable {
  /// The name of its file.
  let name: String
  let bytes: [UInt8]
  /// The parts of the file that a loader reads or that are executed, each with its name.
  ///
  /// Most of a file is machine code and debug information; an offset chosen evenly among all bytes hardly ever
  /// hits a table.
  let parts: [(name: String, range: Range<Int>)]
  /// The parts that are tables, whose entries have fields.
  let tables: [SampleTable]

  /// Whether it is a plugin, and not only a library that plugins need.
  var isPlugin: Bool {
    parts.contains { part in
      // The notes of contracts and of the framework have no manifest.
      part.name == ".note.cleanse" && bytes[part.range].firstRange(of: Self.manifest) != nil
    }
  }

  private static let manifest = Array("\"manifest\":{".utf8)

  /// - Returns: Nil for a file that is not a 64-bit ELF file with its tables where the header says.
  init?(name: String, bytes: [UInt8]) {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), bytes.count >= 64 else { return nil }
    self.name = name
    self.bytes = bytes
    // Offsets of Elf64_Ehdr and Elf64_Shdr, System V ABI, chapter 4.
    let read = { (offset: Int, count: Int) -> Int? in
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard let headers = read(32, 4), let headerCount = read(56, 2), let sections = read(40, 4),
      let sectionCount = read(60, 2), let namesIndex = read(62, 2),
      let names = read(sections + 64 * namesIndex + 24, 4)
    else { return nil }
    var parts = [("ELF header", 0..<64), ("program headers", headers..<headers + 56 * headerCount)]
    for index in 0..<sectionCount {
      let header = sections + 64 * index
      guard let nameStart = read(header, 4), let type = read(header + 4, 4),
        let flags = read(header + 8, 4), let offset = read(header + 24, 4),
        let size = read(header + 32, 4)
      else { return nil }
      let (isAllocated, hasNoBytes) = (flags & 2 != 0, type == 8)
      guard isAllocated, !hasNoBytes, size > 0, offset + size <= bytes.count else { continue }
      let name = bytes.dropFirst(names + nameStart).prefix { $0 != 0 }
      parts.append((String(decoding: name, as: UTF8.self), offset..<offset + size))
    }
    guard parts.allSatisfy({ $0.1.upperBound <= bytes.count && !$0.1.isEmpty }) else { return nil }
    self.parts = parts.map { (name: $0.0, range: $0.1) }
    tables = parts.compactMap { SampleTable(name: $0.0, range: $0.1) }
  }

  /// The same plugin with an identifier that no other number gives, so that none of many in one directory
  /// is rejected as a duplicate.
  func renamed(_ number: Int) -> [UInt8] {
    let key = Array("\"identifier\":\"".utf8)
    // The identifiers of contracts precede the manifest.
    guard let manifest = bytes.firstRange(of: Self.manifest)?.upperBound,
      let found = bytes[manifest...].firstRange(of: key)?.upperBound,
      let end = bytes[found...].firstIndex(of: UInt8(ascii: "\""))
    else { return bytes }
    var result = bytes
    var rest = number
    // The last part of each sample's identifier has four letters or more.
    for index in (end - 4..<end).reversed() {
      result[index] = UInt8(ascii: "a") + UInt8(rest % 26)
      rest /= 26
    }
    return result
  }
}
