/// What a transform writes to: bytes that can be added to, not taken back.
///
/// Its owner uses the storage again for every block, so writing allocates nothing in the long run.
public struct TextOutput: Hashable, Sendable {
  /// Everything written since the last ``removeAll()``.
  public private(set) var bytes: [UInt8]

  public init() {
    bytes = []
  }

  /// Adds the bytes.
  public mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Adds one byte.
  public mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Adds the text as UTF-8.
  public mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds the ending of a line; nothing for a line that goes on or ends with the text.
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

  /// Empties the output and keeps its storage.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }
}
