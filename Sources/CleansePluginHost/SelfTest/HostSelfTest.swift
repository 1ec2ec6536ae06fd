public import CleanseGraph

/// Makes faulty files and looks whether this host finds out what is wrong with each.
///
/// It needs no compiler, as the files are made byte by byte, and so tells on a user's machine whether
/// plugins can be looked at safely there.
public struct HostSelfTest: Sendable {
  /// What came of one fault.
  public struct Outcome: Hashable, Sendable {
    /// What the fault is called in Documentation/Faults.md.
    public let fault: String
    /// What had to be told; nothing for a plugin that nothing is wrong with.
    public let expected: Diagnostic.Code?
    /// The errors that were told.
    public let found: [Diagnostic.Code]

    /// An outcome as a self-test has it, or as a test makes one up.
    public init(fault: String, expected: Diagnostic.Code?, found: [Diagnostic.Code]) {
      self.fault = fault
      self.expected = expected
      self.found = found
    }

    /// Whether that was told and no other error.
    public var isPassed: Bool { Set(found) == Set([expected].compactMap { $0 }) }
  }

  /// Where the files are made.
  private let directory: String
  private let probe: PluginProbe

  /// - Parameters:
  ///   - directory: Where the files are made; each is removed again.
  ///   - probe: What loads those that pass their inspection. One of the faults takes all the time
  ///     that its settings give.
  public init(directory: String, probe: PluginProbe) {
    self.directory = directory
    self.probe = probe
  }

  /// Makes one fault after the other and looks at it; what passes is loaded in a process of its own.
  ///
  /// - Throws: When the files can't be made.
  public func outcomes() throws -> [Outcome] {
    try (SelfTestFault.inspected + SelfTestFault.probed).map { fault in
      var folder = try FaultFolder(in: directory)
      try fault.make(&folder)
      let inspections = try PluginHost(directories: [folder.path]).examine(through: probe)
      let errors = inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
      return Outcome(
        fault: fault.name, expected: fault.expected,
        found: Set(errors.map(\.code)).sorted { $0.rawValue < $1.rawValue })
    }
  }
}
