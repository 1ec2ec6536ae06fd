package import CleanseBuildTools

/// Reports how the interface differs from the last recorded one.
///
/// A provisional ABI may break if `ABI/CHANGES.md` has each breaking change. Any other may only grow.
package struct CheckCommand {
  let abi: CurrentABI

  package init(_ abi: CurrentABI) {
    self.abi = abi
  }

  /// Returns what to print, and whether the check passes.
  package func run() throws(ToolError) -> (text: String, isPassed: Bool) {
    guard let last = abi.recorded.last else {
      return ("No ABI is recorded. Record one: scripts/abi record 0.1\n", false)
    }
    let breaks = try abi.breaks(since: last)
    guard !breaks.isEmpty else {
      return abi.equal == nil
        ? ("The interface adds to ABI \(last.version): plugins of \(last.version) run.\n", true)
        : ("The interface is that of ABI \(last.version).\n", true)
    }
    let list = breaks.map { "  \($0)\n" }.joined()
    guard last.version.isProvisional else {
      return ("Plugins of ABI \(last.version) would break:\n\(list)", false)
    }
    let path = abi.framework.recordings + "/CHANGES.md"
    let changes = String(decoding: try TextFile.read(path), as: UTF8.self)
    let missing = breaks.filter { !changes.contains($0) }
    guard !missing.isEmpty else {
      return (
        "ABI \(last.version) is provisional, and these breaks are documented:\n\(list)", true
      )
    }
    return (
      """
      Plugins of ABI \(last.version) would break. It is provisional: undo these changes, or add each line to \
      ABI/CHANGES.md with its reason.
      \(missing.map { "  \($0)\n" }.joined())
      """, false
    )
  }
}
