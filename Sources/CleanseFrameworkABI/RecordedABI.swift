internal import CleanseSupport
internal import FoundationEssentials
package import CleanseBuildTools

/// A version of the ABI whose interfaces are under version control, in `ABI/VERSION`.
package struct RecordedABI: Sendable {
  package let version: ABIVersion
  /// The directory of the interfaces.
  package let directory: String
  package let interfaces: [ModuleInterface]
  /// The earlier versions whose plugins run with this one.
  package let runs: [ABIVersion]

  /// The name of the file with ``runs``, a version on each line.
  static let runsFile = "runs"

  /// Returns the recorded versions, the oldest first.
  package static func all(of framework: FrameworkSources) throws(ToolError) -> [RecordedABI] {
    guard FileManager.default.fileExists(atPath: framework.recordings) else { return [] }
    let names = Set(try TextFile.paths(below: framework.recordings).map { $0.prefix { $0 != "/" } })
    var all: [RecordedABI] = []
    for version in names.compactMap({ ABIVersion($0) }).sorted() {
      all.append(try RecordedABI(version, of: framework))
    }
    return all
  }

  private init(_ version: ABIVersion, of framework: FrameworkSources) throws(ToolError) {
    self.version = version
    directory = "\(framework.recordings)/\(version)"
    var interfaces: [ModuleInterface] = []
    for module in FrameworkSources.modules {
      let text = try TextFile.read("\(directory)/\(module).swiftinterface")
      interfaces.append(
        ModuleInterface(module: module, text: String(decoding: text, as: UTF8.self)))
    }
    self.interfaces = interfaces
    let file = "\(directory)/\(Self.runsFile)"
    var runs: [ABIVersion] = []
    for line in String(decoding: try TextFile.read(file), as: UTF8.self).split(separator: "\n") {
      guard let version = ABIVersion(line) else {
        throw ToolError(path: file, message: "`\(line)` is not a version such as 1.3")
      }
      runs.append(version)
    }
    self.runs = runs
  }
}
