public import CleansePluginHost

/// The self-test of `host selftest`: files with known faults that the host has to detect.
///
/// The files are not part of the library; the program provides them.
public protocol SelfTest: Sendable {
  /// Creates and inspects one faulty file after the other; files that pass are loaded in a separate process.
  ///
  /// - Parameters:
  ///   - directory: The directory for the files; each is removed afterwards.
  ///   - probe: The probe for files that pass inspection. One of the faults uses up its deadline.
  /// - Throws: An error if the files can't be created.
  func outcomes(
    in directory: String, through probe: PluginProbe
  ) throws -> [SelfTestOutcome]
}

/// The outcome of the self-test for one fault.
public struct SelfTestOutcome: Hashable, Sendable {
  /// The name of the fault in Documentation/Faults.md.
  public let fault: String
  /// The expected code; nil for a valid plugin.
  public let expected: Diagnostic.Code?
  /// The codes of the reported errors.
  public let found: [Diagnostic.Code]

  /// Creates an outcome.
  public init(fault: String, expected: Diagnostic.Code?, found: [Diagnostic.Code]) {
    self.fault = fault
    self.expected = expected
    self.found = found
  }

  /// Whether exactly the expected error was reported.
  public var isPassed: Bool { Set(found) == Set([expected].compactMap { $0 }) }
}
