internal import CleanseSupport

/// Compares interfaces with `swift-api-digester` of the toolchain: which changes break code that was compiled against
/// the older one.
package struct InterfaceComparison: Sendable {
  /// The path of the digester, which is in the directory of the compiler.
  let digester: String
  /// The directories of C modules that the interfaces import.
  let includes: [String]
  /// A directory for intermediate files.
  let directory: String

  /// How a line with a kind of changes begins.
  private static let heading = "/*"
  /// How the digester reports additions, which break nothing.
  private static let addition = "is a new API without '@available'"

  package init(compiler: String, includes: [String], directory: String) {
    digester =
      FilePath(compiler).removingLastComponent.appending("swift-api-digester").text
    (self.includes, self.directory) = (includes, directory)
  }

  /// Returns the breaking changes of the modules, as the digester words them, each after the name of its module.
  ///
  /// - Parameters:
  ///   - old: The directory with the older interfaces.
  ///   - new: The directory with the newer ones.
  package func breaks(
    of modules: [String], from old: String, to new: String
  ) throws(ToolError) -> [String] {
    try TextFile.makeDirectory(directory)
    var breaks: [String] = []
    for module in modules {
      let report = try Tool.run(
        digester,
        [
          "-diagnose-sdk", "-abi", "-module", module,
          "-input-paths", try description(of: module, in: old, "old"),
          "-input-paths", try description(of: module, in: new, "new"),
        ], for: "compare the interfaces of \(module)")
      // Before the first heading are warnings about the interfaces themselves.
      breaks += report.split(separator: "\n").drop { !$0.hasPrefix(Self.heading) }
        .filter { line in
          !line.hasPrefix(Self.heading) && !line.allSatisfy(\.isWhitespace)
            && !line.hasSuffix(Self.addition)
        }
        .map { "\(module): \($0)" }
    }
    return breaks
  }

  /// Returns the path of the digester's description of an interface.
  private func description(
    of module: String, in interfaces: String, _ name: String
  ) throws(ToolError) -> String {
    let path = "\(directory)/\(name)-\(module).json"
    try Tool.run(
      digester,
      ["-dump-sdk", "-abi", "-abort-on-module-fail", "-module", module]
        + ["-I", interfaces, "-o", path]
        + ["-module-cache-path", "\(directory)/\(name)"] + includes.flatMap { ["-I", $0] },
      for: "read the interface of \(module)")
    return path
  }
}
