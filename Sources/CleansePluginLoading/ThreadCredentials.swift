import CCleanseProbe
import CleanseSupport

/// The user of a thread with its groups and capabilities, and the umask.
///
/// The kernel composes a status file slowly, so where credentials are read for each of many plugins, system calls return the
/// numbers in it, and it is only read again if these have changed.
struct ThreadCredentials {
  /// The umask in octal digits, as in the status file; nil if it is unknown.
  let mask: String?
  /// The lines of the status file, joined; empty if it can't be read.
  let identity: String
  /// The numbers that are compared first; nil if the file is always read.
  private let numbers: [UInt64]?

  /// Reads the status file of the calling thread: umask(2) can only be read by changing it for a moment.
  ///
  /// - Parameter isReadOften: Whether the credentials are read again for many plugins.
  init(isReadOften: Bool) {
    let status = Self.status()
    mask = status["Umask"]
    identity = Self.identity(status)
    numbers = isReadOften ? Self.currentNumbers() : nil
  }

  /// The credentials of the calling thread, and the umask that was in effect.
  ///
  /// It sets the umask to that of the earlier credentials.
  init(resettingMaskTo earlier: ThreadCredentials) {
    mask = earlier.mask.map { Self.reset(to: $0) }
    numbers = earlier.numbers.map { _ in Self.currentNumbers() }
    let isSame = numbers != nil && numbers == earlier.numbers
    identity = isSame ? earlier.identity : Self.identity(Self.status())
  }

  private static func reset(to mask: String) -> String {
    guard let earlier = mode_t(mask, radix: 8) else { return mask }
    let digits = String(umask(earlier), radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func currentNumbers() -> [UInt64] {
    var credentials = cthread_credentials()
    unsafe cthread_read_credentials(&credentials)
    let words = unsafe withUnsafeBytes(of: &credentials) {
      unsafe Array($0.bindMemory(to: UInt64.self))
    }
    return words + groups().map(UInt64.init)
  }

  private static func groups() -> [gid_t] {
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = unsafe getgroups(Int32(groups.count), &groups)
    return Array(groups.prefix(Int(max(0, count))))
  }

  private static func status() -> [String: String] {
    fields(of: SystemPath.text(of: "/proc/thread-self/status"))
  }

  private static let identityFields = ["Uid", "Gid", "Groups", "CapPrm", "CapEff", "CapBnd"]

  private static func identity(_ status: [String: String]) -> String {
    status.isEmpty ? "" : identityFields.map { status[$0] ?? "" }.joined(separator: "; ")
  }

  /// The lines of a status file, such as `Umask:` and the mask, by their names. Blanks are one space.
  private static func fields(of status: String) -> [String: String] {
    var fields: [String: String] = [:]
    for line in status.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let words = line[line.index(after: colon)...].split {
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
      }
      fields[String(decoding: line[..<colon], as: UTF8.self)] =
        words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
    return fields
  }
}
