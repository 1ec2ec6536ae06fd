public import CleansePluginHost

/// What `host selftest` runs: files with known faults, looked at by this host.
///
/// The files are no part of the library, so the program brings them.
public protocol SelfTest: Sendable {
  /// Makes one fault after the other and looks at it; what passes is loaded in a process of its own.
  ///
  /// - Parameters:
  ///   - directory: Where the files are made; each is removed again.
  ///   - probe: What loads those that pass their inspection. One of the faults takes all the time
  ///     that its settings give.
  /// - Throws: When the files can't be made.
  func outcomes(
    in directory: String, through probe: PluginProbe
  ) throws -> [SelfTestOutcome]
}

/// What came of one fault.
public struct SelfTestOutcome: Hashable, Sendable {
  /// What the fault is called in Documentation/Faults.md.
  public let fault: String
  /// What had to be reported; nil for a plugin that nothing is wrong with.
  public let expected: Diagnostic.Code?
  /// The errors that were reported.
  public let found: [Diagnostic.Code]

  /// An outcome as a self-test has it, or as a test makes one up.
  public init(fault: String, expected: Diagnostic.Code?, found: [Diagnostic.Code]) {
    self.fault = fault
    self.expected = expected
    self.found = found
  }

  /// Whether that was reported and no other error.
  public var isPassed: Bool { Set(found) == Set([expected].compactMap { $0 }) }
}
