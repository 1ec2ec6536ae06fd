internal import CleanseSupport
package import CleanseBuildTools

/// The interface of the sources, compared with the recorded versions.
package struct CurrentABI: Sendable {
  package let framework: FrameworkSources
  /// The directory with the interfaces alone: the digester would prefer the compiled modules, whose private names
  /// differ from those of a recorded interface.
  package let directory: String
  package let interfaces: [ModuleInterface]
  /// The recorded versions, the oldest first.
  package let recorded: [RecordedABI]
  private let comparison: InterfaceComparison

  /// - Parameter directory: A directory for intermediate files.
  package init(
    of framework: FrameworkSources, compiler: String, in directory: String
  ) throws(ToolError) {
    self.framework = framework
    self.directory = directory + "/interfaces"
    interfaces = try framework.interfaces(compiler: compiler, in: directory + "/modules")
    try TextFile.makeDirectory(self.directory)
    for interface in interfaces {
      try TextFile.write(
        interface.text, to: "\(self.directory)/\(interface.module).swiftinterface")
    }
    recorded = try RecordedABI.all(of: framework)
    comparison = InterfaceComparison(
      compiler: compiler, includes: framework.includes, directory: directory + "/comparison")
  }

  package var digest: String { ModuleInterface.digest(of: interfaces) }

  /// The latest recorded version with the same interface, or nil.
  package var equal: RecordedABI? {
    recorded.last { ModuleInterface.digest(of: $0.interfaces) == digest }
  }

  /// Returns the changes since a recorded version that break its plugins.
  package func breaks(since old: RecordedABI) throws(ToolError) -> [String] {
    try comparison.breaks(of: FrameworkSources.modules, from: old.directory, to: directory)
  }

  /// Returns the recorded versions whose plugins run with these sources.
  package func runs() throws(ToolError) -> [ABIVersion] {
    if let equal { return equal.runs + [equal.version] }
    var runs: [ABIVersion] = []
    for old in recorded where try breaks(since: old).isEmpty { runs.append(old.version) }
    return runs
  }
}
