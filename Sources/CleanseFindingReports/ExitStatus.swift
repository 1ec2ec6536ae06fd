/// The exit status of a program.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Success: there are no findings that count.
  package static let success = ExitStatus(rawValue: 0)
  /// There are findings.
  package static let findings = ExitStatus(rawValue: 1)
  /// The command line or the policy file has an error.
  package static let usage = ExitStatus(rawValue: 2)
  /// The program could not do its own work: an unreadable directory, a failed write, or too few descriptors or
  /// threads.
  package static let failure = ExitStatus(rawValue: 3)
  /// Services run, but not the plugins or settings that the files have.
  package static let outdated = ExitStatus(rawValue: 4)
}
