/// The exit status of the program.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Success: there are no findings that count.
  static let success = ExitStatus(rawValue: 0)
  /// There are findings.
  static let findings = ExitStatus(rawValue: 1)
  /// The command line or the policy file has an error.
  static let usage = ExitStatus(rawValue: 2)
  /// The host could not do its own work: an unreadable directory, a failed write, or too few descriptors or
  /// threads.
  static let failure = ExitStatus(rawValue: 3)
}
