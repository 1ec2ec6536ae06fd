/// A run of bytes that is known to lie within a file.
///
/// Every offset and size in a file is whatever someone wrote there. None is used before it has
/// become an extent, so arithmetic that overflows and reads past the end are ruled out by type.
package struct FileExtent: Equatable {
  let offset: UInt64
  let count: UInt64

  /// The offset after the last byte.
  // No overflow: the initializer has formed the sum.
  var end: UInt64 { offset + count }

  /// Nothing when the run overflows or ends beyond `size`.
  package init?(offset: UInt64, count: UInt64, within size: UInt64) {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { return nil }
    self.offset = offset
    self.count = count
  }

  /// The run of a table of equally large entries.
  init?(offset: UInt64, entries: UInt64, of entrySize: UInt64, within size: UInt64) {
    let (count, overflow) = entries.multipliedReportingOverflow(by: entrySize)
    guard !overflow else { return nil }
    self.init(offset: offset, count: count, within: size)
  }

  /// A part of the run; offsets count from its start.
  func part(at start: UInt64, count: UInt64) -> FileExtent? {
    guard let inner = FileExtent(offset: start, count: count, within: self.count) else {
      return nil
    }
    // No overflow: the sum is at most the end of this run, which is one that exists.
    return FileExtent(offset: offset + inner.offset, count: inner.count)
  }

  /// The run without what goes beyond so many bytes.
  func prefix(_ limit: UInt64) -> FileExtent {
    FileExtent(offset: offset, count: min(count, limit))
  }

  /// The run from so many bytes on.
  func suffix(from start: UInt64) -> FileExtent? {
    guard start <= count else { return nil }
    return FileExtent(offset: offset + start, count: count - start)
  }

  /// The run in parts of so many bytes, the last of which may have less. What a table holds is read
  /// part by part, as a table may be as large as a file.
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
