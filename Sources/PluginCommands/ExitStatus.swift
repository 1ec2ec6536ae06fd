/// What the program tells its caller when it ends.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Everything is fine.
  static let success = ExitStatus(rawValue: 0)
  /// There are findings.
  static let findings = ExitStatus(rawValue: 1)
  /// The command line is wrong, or the policy file.
  static let usage = ExitStatus(rawValue: 2)
  /// The host itself could not do its work: a directory that it may not read, output that nobody
  /// takes, too few descriptors or threads to start.
  static let failure = ExitStatus(rawValue: 3)
}
