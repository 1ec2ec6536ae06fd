import CCleanseProbe
import Glibc

/// The restorable settings of this process and of the calling thread, as words that can only be compared.
///
/// Reading and comparing them takes a tenth of the time of ``ProcessSettings``.
struct SettingsFingerprint: Equatable {
  private let words: [UInt64]

  /// Reads those of now; nil if one can't be read, or has no fixed size.
  ///
  /// - Parameter mask: The umask that is probably in effect.
  init?(expectingMask mask: mode_t) {
    var words = [UInt64](repeating: 0, count: Int(CSETTINGS_COUNT))
    guard unsafe csettings_read(&words, mask) == 0 else { return nil }
    self.words = words
  }
}
