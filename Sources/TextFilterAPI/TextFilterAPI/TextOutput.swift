/// The output of a transform: bytes that can be appended to, but not removed.
///
/// Its owner reuses the storage for every block, so writing does not allocate in the long run.
public struct TextOutput: Hashable, Sendable {
  /// The bytes written since the last ``removeAll()``.
  public private(set) var bytes: [UInt8]

  /// Creates an empty output.
  public init() {
    bytes = []
  }

  /// Appends the bytes.
  public mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends the text as UTF-8.
  public mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends the ending of a line, which is empty for a line that continues or ends with the text.
  public mutating func append(_ ending: LineEnding?) {
    switch ending {
    case .lineFeed:
      bytes.append(0x0A)
    case .carriageReturnLineFeed:
      bytes.append(0x0D)
      bytes.append(0x0A)
    case .missing, nil:
      break
    }
  }

  /// Removes all bytes and keeps the storage.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }
}
