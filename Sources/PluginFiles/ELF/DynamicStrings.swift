import Glibc

/// The names that the dynamic section and the symbols refer to, each ended by a null.
///
/// Any number of references may name any place, so whoever follows them all must not look at more
/// than a bounded number of bytes for each. (System V ABI, "String Table".)
struct DynamicStrings {
  private let bytes: ArraySlice<UInt8>

  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    guard let address = dynamic[.stringTable], let size = dynamic[.stringTableSize],
      let extent = elf.extent(at: address)?.part(at: 0, count: size)
    else { throw .malformedELF("its dynamic string table does not lie in a loaded segment") }
    bytes = try elf.file.bytes(in: extent)
    guard bytes.last == 0 else {
      throw .malformedELF("its dynamic string table does not end with a null")
    }
  }

  /// Whether a name begins at the offset; it then ends in the table, too.
  func contains(_ offset: UInt64) -> Bool { offset < UInt64(bytes.count) }

  /// Whether the name at the offset is this one, of which the closing null is a part.
  func name(at offset: UInt32, is name: [UInt8]) -> Bool {
    contains(UInt64(offset)) && bytes.dropFirst(Int(offset)).starts(with: name)
  }

  /// The name at the offset; nothing if it has more bytes than the limit, or is not in the table.
  func name(at offset: UInt64, limit: Int) -> ArraySlice<UInt8>? {
    guard contains(offset) else { return nil }
    let rest = bytes.dropFirst(Int(offset)).prefix(limit + 1)
    let length = unsafe rest.withUnsafeBytes { bytes -> Int? in
      guard let start = bytes.baseAddress,
        let end = unsafe memchr(start, 0, bytes.count)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - start
    }
    return length.map { rest.prefix($0) }
  }
}
