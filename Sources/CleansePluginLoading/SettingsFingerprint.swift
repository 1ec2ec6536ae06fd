import CCleanseProbe
import CleanseSupport
import Glibc

/// The restorable settings of this process and of the calling thread, as bytes that can only be compared.
///
/// Reading and comparing them takes a tenth of the time of ``ProcessSettings``.
struct SettingsFingerprint {
  private let bytes: [UInt8]

  /// Reads those of now; nil if one can't be read, or is too long.
  ///
  /// - Parameters:
  ///   - mask: The umask that is probably in effect.
  ///   - scores: The file with the OOM score adjustment.
  init?(expectingMask mask: mode_t, _ scores: MemoryScoreFile) {
    bytes = unsafe Self.withCurrent(mask, scores) { unsafe Array($0) }
    guard !bytes.isEmpty else { return nil }
  }

  /// Whether the settings are certainly the same now. The parameters are those of the initializer.
  func isCurrent(expectingMask mask: mode_t, _ scores: MemoryScoreFile) -> Bool {
    unsafe Self.withCurrent(mask, scores) { now in
      unsafe bytes.withUnsafeBytes { unsafe now.hasBytes(of: $0) }
    }
  }

  /// Calls a function with the settings of now; with no bytes if one can't be read, or is too long.
  private static func withCurrent<Result>(
    _ mask: mode_t, _ scores: MemoryScoreFile, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(CSETTINGS_SIZE)) { bytes in
      let count = unsafe csettings_read(bytes.baseAddress, mask, scores.descriptor)
      return unsafe body(
        UnsafeRawBufferPointer(start: bytes.baseAddress, count: max(0, Int(count))))
    }
  }
}

/// The open file with the OOM score adjustment of this process, for repeated readings.
final class MemoryScoreFile {
  private let file = KeptFile(path)

  static let path = "/proc/self/oom_score_adj"

  /// Its number; -1 if it is not open, for example because other code in this process has closed it.
  var descriptor: Int32 { file.isOpen ? file.descriptor : -1 }
}
