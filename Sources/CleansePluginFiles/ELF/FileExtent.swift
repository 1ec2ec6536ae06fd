/// A range of bytes that is known to be within a file.
///
/// Offsets and sizes in a file are untrusted. They are used only after they were converted to an extent,
/// so the type rules out overflows and reads past the end.
package struct FileExtent: Equatable {
  let offset: UInt64
  let count: UInt64

  /// The offset after the last byte.
  // No overflow: the initializer has formed the sum.
  var end: UInt64 { offset + count }

  /// Returns nil if the range overflows or extends past `size`.
  package init?(offset: UInt64, count: UInt64, within size: UInt64) {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { return nil }
    self.offset = offset
    self.count = count
  }

  /// The extent of a table with entries of equal size.
  init?(offset: UInt64, entries: UInt64, of entrySize: UInt64, within size: UInt64) {
    let (count, overflow) = entries.multipliedReportingOverflow(by: entrySize)
    guard !overflow else { return nil }
    self.init(offset: offset, count: count, within: size)
  }

  /// A part of the extent, or nil if it extends past the end. `start` is relative to the extent.
  func part(at start: UInt64, count: UInt64) -> FileExtent? {
    guard let inner = FileExtent(offset: start, count: count, within: self.count) else {
      return nil
    }
    // No overflow: the sum is at most the end of this extent.
    return FileExtent(offset: offset + inner.offset, count: inner.count)
  }

  /// The first `limit` bytes, or all if there are fewer.
  func prefix(_ limit: UInt64) -> FileExtent {
    FileExtent(offset: offset, count: min(count, limit))
  }

  /// The bytes from a relative offset to the end; nil if the offset is past the end.
  func suffix(from start: UInt64) -> FileExtent? {
    guard start <= count else { return nil }
    return FileExtent(offset: offset + start, count: count - start)
  }

  /// The extent in parts of `size` bytes; the last may be shorter. Tables are read in parts because a table
  /// may be as large as the file.
  func parts(of size: UInt64) -> [FileExtent] {
    stride(from: 0, to: count, by: Int(size)).map { start in
      FileExtent(offset: offset + start, count: min(size, count - start))
    }
  }

  private init(offset: UInt64, count: UInt64) {
    self.offset = offset
    self.count = count
  }
}
