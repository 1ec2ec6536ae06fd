/// A cryptographic digest of the contents of a file: unkeyed BLAKE2b (RFC 7693) with 256 bits.
///
/// Its text is `blake2b-256:` and 64 hexadecimal digits in lower case. Debian's `b2sum -l 256`
/// prints the same digits.
public struct ContentDigest: Hashable, Sendable {
  /// The size of a digest, in bytes.
  package static let count = 32
  /// The prefix of the text.
  private static let prefix = "blake2b-256:"

  /// The digest, ``count`` bytes.
  package let bytes: [UInt8]

  /// Computes the digest of the bytes.
  public init(of bytes: some Sequence<UInt8>) {
    var hasher = Hasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Computes a digest incrementally.
  package struct Hasher: ~Copyable {
    private var hasher = Sodium.Hasher(count: ContentDigest.count)

    package init() {}

    /// Adds bytes to the digest.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
      let isDone: Void? = bytes.withContiguousStorageIfAvailable {
        unsafe hasher.update(UnsafeRawBufferPointer($0))
      }
      guard isDone == nil else { return }
      unsafe Array(bytes).withUnsafeBytes { unsafe hasher.update($0) }
    }

    /// Returns the digest of all added bytes.
    package consuming func finish() -> ContentDigest {
      ContentDigest(bytes: hasher.finish())
    }
  }
}

extension ContentDigest: LosslessStringConvertible {
  /// Parses the text of a digest. Returns nil for any other text, also with upper-case digits, so that equal
  /// digests have equal texts.
  public init?(_ description: String) {
    guard description.utf8.starts(with: Self.prefix.utf8) else { return nil }
    let digits = Array(description.utf8.dropFirst(Self.prefix.utf8.count))
    guard digits.count == 2 * Self.count else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(ofDigit: digits[index]),
        let low = Self.value(ofDigit: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes: bytes)
  }

  public var description: String { Self.prefix + digits }

  /// The digest in hexadecimal digits, without the prefix.
  public var digits: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      digits.append(Self.digit(of: byte >> 4))
      digits.append(Self.digit(of: byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(of value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension ContentDigest: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = ContentDigest(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "is not a digest such as blake2b-256:0123… with 64 digits")
    }
    self = digest
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
