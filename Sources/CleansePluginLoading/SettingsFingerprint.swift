import CCleanseProbe
import CleanseSupport
import Glibc

/// The settings of this process and of the calling thread that the next plugin would notice, as bytes that can only be
/// compared. `csettings.h` says which these are.
///
/// Reading and comparing them takes far less time than ``ProcessSettings`` does: 23 system calls, and no text.
struct SettingsFingerprint {
  private let bytes: [UInt8]

  /// Reads those of now; nil if one can't be read, or is too long.
  ///
  /// - Parameter mask: The umask that is probably in effect.
  init?(expectingMask mask: mode_t) {
    bytes = unsafe Self.withCurrent(mask) { unsafe Array($0) }
    guard !bytes.isEmpty else { return nil }
  }

  /// Whether the settings are certainly the same now. The parameter is that of the initializer.
  func isCurrent(expectingMask mask: mode_t) -> Bool {
    unsafe Self.withCurrent(mask) { now in
      unsafe bytes.withUnsafeBytes { unsafe now.hasBytes(of: $0) }
    }
  }

  /// Calls a function with the settings of now; with no bytes if one can't be read, or is too long.
  private static func withCurrent<Result>(
    _ mask: mode_t, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(CSETTINGS_SIZE)) { bytes in
      let count = unsafe csettings_read(bytes.baseAddress, mask)
      return unsafe body(
        UnsafeRawBufferPointer(start: bytes.baseAddress, count: max(0, Int(count))))
    }
  }
}
