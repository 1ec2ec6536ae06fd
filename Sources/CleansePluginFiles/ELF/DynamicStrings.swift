import CleanseSupport

/// The dynamic string table: the null-terminated names that the dynamic section and the symbols refer to.
///
/// Any number of references may have the same offset, so a caller that follows all of them must read only
/// a bounded number of bytes for each. (System V ABI, "String Table".)
struct DynamicStrings {
  private let bytes: ArraySlice<UInt8>

  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) throws(FileDefect) {
    guard let address = dynamic[.stringTable], let size = dynamic[.stringTableSize],
      let extent = elf.extent(at: address)?.part(at: 0, count: size)
    else { throw .malformedELF("its dynamic string table is not in a loaded segment") }
    bytes = try elf.file.bytes(in: extent)
    guard bytes.last == 0 else {
      throw .malformedELF("its dynamic string table is not null-terminated")
    }
  }

  /// Whether the offset is in the table. The name there is then in the table as a whole.
  func contains(_ offset: UInt64) -> Bool { offset < UInt64(bytes.count) }

  /// Whether the name at the offset equals `name`, which includes the terminating null.
  func name(at offset: UInt32, is name: [UInt8]) -> Bool {
    guard bytes.count >= name.count, Int(offset) <= bytes.count - name.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      // In bounds: the name fits after the offset.
      let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(name.count))
      return unsafe name.withUnsafeBytes { unsafe text.hasBytes(of: $0) }
    }
  }

  /// The name at the offset, or nil if it is longer than the limit in bytes or is outside the table.
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
