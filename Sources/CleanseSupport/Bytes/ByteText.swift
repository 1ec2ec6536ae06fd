/// Text that other programs compare byte by byte, such as the kernel and the dynamic linker.
///
/// A `String` is compared by canonical equivalence, so `é` in one code point equals `é` in two, and it is split into
/// `Character`s, so a slash before a combining mark is no slash. A program that decides by such a comparison checks
/// another file than the one that the system opens. These types have the bytes, and nothing of the kind.
package protocol ByteText: Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
  CustomDebugStringConvertible, ExpressibleByStringInterpolation
{
  var bytes: [UInt8] { get }

  init(bytes: some Sequence<UInt8>)
}

extension ByteText {
  /// The UTF-8 of a text.
  package init(_ text: some StringProtocol) { self.init(bytes: text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The text for people and for documents. What is not UTF-8 is replaced, so it must not be used as a path again
  /// unless the bytes came from a `String`.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text; nil if it is not UTF-8, so that the text would have other bytes.
  package var validText: String? { String(validating: bytes, as: UTF8.self) }

  package var description: String { text }

  /// A text that differs for different bytes.
  package var debugDescription: String { validText?.debugDescription ?? "\(bytes)" }

  package var isEmpty: Bool { bytes.isEmpty }

  package static func == (first: Self, second: Self) -> Bool {
    unsafe first.bytes.withUnsafeBytes { first in
      unsafe second.bytes.withUnsafeBytes { unsafe first.hasBytes(of: $0) }
    }
  }

  /// The order of the bytes, which is the same on every machine.
  package static func < (first: Self, second: Self) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }

  package func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
  }
}
