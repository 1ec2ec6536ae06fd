public import CleansePluginHost
public import PluginCommands

/// Creates faulty files and checks that this host detects the fault of each.
///
/// It needs no compiler, as the files are created byte by byte, so it shows on a user's machine whether
/// this host can safely inspect plugins there.
public struct HostSelfTest: SelfTest {
  /// Creates the test with all faults.
  public init() {}

  public func outcomes(
    in directory: String, through probe: PluginProbe
  ) throws -> [SelfTestOutcome] {
    try (SelfTestFault.inspected + SelfTestFault.probed).map { fault in
      var folder = try FaultFolder(in: directory)
      try fault.make(&folder)
      let inspections = try PluginHost(directories: [folder.path]).examine(through: probe)
      let errors = inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
      return SelfTestOutcome(
        fault: fault.name, expected: fault.expected,
        found: Set(errors.map(\.code)).sorted { $0.rawValue < $1.rawValue })
    }
  }
}
