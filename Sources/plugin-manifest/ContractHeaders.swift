internal import CleanseBuildTools
internal import CleansePluginMetadata

/// The headers of the C targets next to a contract, which state its version for plugins in C.
package struct ContractHeaders {
  /// The directories with the headers.
  private let directories: [String]

  package init(_ directories: [String]) {
    self.directories = directories
  }

  /// Returns which header states another version of the contract, and which; nil if there is none.
  func mistake(_ contract: ContractManifest) throws(ToolError) -> (header: String, version: String)?
  {
    for directory in directories {
      for header in try TextFile.paths(below: directory) where header.hasSuffix(".h") {
        let text = String(decoding: try TextFile.read("\(directory)/\(header)"), as: UTF8.self)
        let versions = Self.versions(of: contract.identifier, in: text)
        if let version = versions.first(where: { $0 != "\(contract.version)" }) {
          return (header, version)
        }
      }
    }
    return nil
  }

  /// The versions in the calls of `CLEANSE_CONTRACT` with an identifier.
  private static func versions(of identifier: String, in text: String) -> [String] {
    text.replacing(/\/\*(?s:.*?)\*\/|\/\/[^\n]*/, with: "")
      .matches(of: /\bCLEANSE_CONTRACT\s*\(\s*\w+\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"\s*\)/)
      .filter { $0.output.1 == identifier }.map { String($0.output.2) }
  }
}
