public import CleansePluginHost
public import PluginCommands

/// Makes faulty files and looks whether this host finds out what is wrong with each.
///
/// It needs no compiler, as the files are made byte by byte, and so tells on a user's machine whether
/// plugins can be looked at safely there.
public struct HostSelfTest: SelfTest {
  /// The test with all faults.
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
