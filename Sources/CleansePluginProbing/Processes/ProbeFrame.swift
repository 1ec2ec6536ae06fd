import CCleanseProbe

/// The frame of a probe process's result in its pipe: the magic, the nonce, the payload's size and the
/// payload.
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
  static let nonceSize = Int(CPROBE_NONCE_SIZE)
  private static let crashMagic = Array(CPROBE_CRASH_MAGIC.utf8)

  static func bytes(of payload: [UInt8], nonce: [UInt8]) -> [UInt8] {
    magic + nonce + littleEndian(UInt64(payload.count)) + payload
  }

  static func content(of bytes: [UInt8], nonce: [UInt8]) -> Content {
    guard !bytes.isEmpty else { return .nothing }
    let head = magic.count + nonceSize
    guard bytes.count >= head, bytes[magic.count..<head].elementsEqual(nonce) else {
      return .forged
    }
    if bytes.starts(with: crashMagic) {
      return CrashReport(bytes[head...]).map { .crash($0) } ?? .forged
    }
    guard bytes.starts(with: magic), bytes.count >= head + 8 else { return .forged }
    let size = bytes[head..<head + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let payload = bytes[(head + 8)...]
    return UInt64(payload.count) == size ? .result(Array(payload)) : .forged
  }

  static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
