internal import FoundationEssentials
package import CleanseBuildTools

/// Records the interface as a new version of the ABI.
package struct RecordCommand {
  let abi: CurrentABI
  let version: ABIVersion

  package init(_ abi: CurrentABI, as version: ABIVersion) {
    (self.abi, self.version) = (abi, version)
  }

  /// Writes `ABI/VERSION`, and returns what to print.
  package func run() throws(ToolError) -> String {
    let directory = "\(abi.framework.recordings)/\(version)"
    if let last = abi.recorded.last {
      guard version > last.version else {
        throw ToolError(path: directory, message: "a later version than \(last.version) is needed")
      }
      if let equal = abi.equal {
        throw ToolError(path: directory, message: "the interface is that of ABI \(equal.version)")
      }
    }
    var runs: [ABIVersion] = []
    for old in abi.recorded where try abi.breaks(since: old).isEmpty { runs.append(old.version) }
    for old in abi.recorded where old.version.major == version.major && !version.isProvisional {
      guard runs.contains(old.version) else {
        let breaks = try abi.breaks(since: old).map { "\n  \($0)" }.joined()
        throw ToolError(
          path: directory, message: "plugins of ABI \(old.version) would break:\(breaks)")
      }
    }
    try TextFile.makeDirectory(directory)
    for interface in abi.interfaces {
      try TextFile.write(interface.text, to: "\(directory)/\(interface.module).swiftinterface")
    }
    try TextFile.write(
      runs.map { "\($0)\n" }.joined(), to: "\(directory)/\(RecordedABI.runsFile)")
    let earlier =
      runs.isEmpty ? "no earlier version" : runs.map(\.description).joined(separator: ", ")
    return "Recorded ABI \(version), which runs plugins of \(earlier), in \(directory)\n"
  }
}
