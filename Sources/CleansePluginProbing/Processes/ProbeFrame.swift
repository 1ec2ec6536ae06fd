import CCleanseProbe
import CleansePluginLoading
import CleanseSupport

/// The frames in the pipe of a probe process: the magic, the nonce, the payload's size and the payload. A result is the last
/// one; each validator of a plugin is announced before it runs.
enum ProbeFrame {
  /// The contents of the pipe at the end of the process.
  enum Content: Equatable {
    /// One complete result and nothing else, as its payload.
    case result([UInt8])
    /// A crash report.
    case crash(CrashReport)
    /// No bytes.
    case nothing
    /// Any other bytes.
    case forged
  }

  static let magic = Array("CLNSRSLT".utf8)
  private static let validatorMagic = Array("CLNSVLDT".utf8)
  static let nonceSize = Int(CPROBE_NONCE_SIZE)
  private static let crashMagic = Array(CPROBE_CRASH_MAGIC.utf8)

  static func bytes(of payload: [UInt8], nonce: [UInt8]) -> [UInt8] {
    magic + nonce + littleEndian(UInt64(payload.count)) + payload
  }

  /// The announcement of a validator; nil that none runs any more.
  static func bytes(of validator: RunningValidator?, nonce: [UInt8]) -> [UInt8] {
    // Two strings can always be encoded.
    let payload = (try? JSONWriter.bytes(of: validator)) ?? []
    return validatorMagic + nonce + littleEndian(UInt64(payload.count)) + payload
  }

  /// What a process has sent, and the validator that was running at its end.
  static func content(
    of bytes: [UInt8], nonce: [UInt8]
  ) -> (content: Content, validator: RunningValidator?) {
    var validator: RunningValidator?
    var rest = bytes[...]
    while let payload = announcement(in: &rest, nonce: nonce) {
      validator = try? JSONParser.value(RunningValidator?.self, from: payload)
    }
    return (content(of: rest, nonce: nonce), validator)
  }

  /// Removes the announcement at the beginning of the bytes and returns its payload; nil if there is no complete one.
  private static func announcement(
    in bytes: inout ArraySlice<UInt8>, nonce: [UInt8]
  ) -> [UInt8]? {
    let head = validatorMagic + nonce
    guard bytes.starts(with: head), bytes.count >= head.count + 8 else { return nil }
    let rest = bytes.dropFirst(head.count + 8)
    let size = number(bytes.dropFirst(head.count))
    guard size <= UInt64(rest.count) else { return nil }
    bytes = rest.dropFirst(Int(size))
    return Array(rest.prefix(Int(size)))
  }

  private static func content(of bytes: ArraySlice<UInt8>, nonce: [UInt8]) -> Content {
    guard !bytes.isEmpty else { return .nothing }
    let rest = bytes.dropFirst(magic.count + nonceSize)
    guard bytes.dropFirst(magic.count).prefix(nonceSize).elementsEqual(nonce) else {
      return .forged
    }
    if bytes.starts(with: crashMagic) { return CrashReport(rest).map { .crash($0) } ?? .forged }
    guard bytes.starts(with: magic), rest.count >= 8 else { return .forged }
    let payload = rest.dropFirst(8)
    return UInt64(payload.count) == number(rest) ? .result(Array(payload)) : .forged
  }

  /// The number in the first eight bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
