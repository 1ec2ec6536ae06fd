import CleanseCrypto

/// The file format of a cache entry.
///
/// | bytes | contents |
/// |---|---|
/// | 18 | `cleanse-outcome 1` and a newline; the number is the format's version |
/// | 32 | BLAKE2b-256 of all that follows |
/// | 4 | length of the key, little-endian |
/// | 4 | length of the payload, little-endian |
/// | … | the key in UTF-8, then the payload, and nothing else |
///
/// The checksum covers the key, too, and the whole key is compared: a file under the name of another
/// key is never read as the entry of that key.
enum CacheEntry {
  private static let magic = Array("cleanse-outcome 1\n".utf8)
  /// The offset of the bytes that the checksum covers.
  private static let bodyStart = magic.count + ContentDigest.count
  private static let keyStart = bodyStart + 8

  /// The name of the file of a key's entry: the hexadecimal digits of the key's digest.
  static func name(for key: String) -> String {
    String(ContentDigest(of: key.utf8).description.suffix(nameLength))
  }

  /// The number of digits of a name.
  static let nameLength = 2 * ContentDigest.count

  /// The contents of the file for the key; nil for sizes that the format can't represent.
  static func bytes(of payload: [UInt8], for key: String) -> [UInt8]? {
    let key = Array(key.utf8)
    guard let keyLength = UInt32(exactly: key.count),
      let payloadLength = UInt32(exactly: payload.count)
    else { return nil }
    let body = bytes(of: keyLength) + bytes(of: payloadLength) + key + payload
    return magic + ContentDigest(of: body).bytes + body
  }

  /// The payload of a file's contents; nil unless every byte is as it was written for the key.
  static func payload(in bytes: [UInt8], for key: String) -> [UInt8]? {
    let key = Array(key.utf8)
    let payloadStart = keyStart + key.count
    guard bytes.count >= payloadStart, bytes.starts(with: magic),
      bytes[bodyStart..<bodyStart + 4].elementsEqual(Self.bytes(of: UInt32(key.count))),
      bytes[bodyStart + 4..<keyStart].elementsEqual(
        Self.bytes(of: UInt32(truncatingIfNeeded: bytes.count - payloadStart))),
      Array(bytes[keyStart..<payloadStart]) == key,
      Array(bytes[magic.count..<bodyStart]) == ContentDigest(of: bytes[bodyStart...]).bytes
    else { return nil }
    return Array(bytes[payloadStart...])
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
