package import CleanseBuildTools
internal import CleanseSupport
internal import FoundationEssentials
internal import CleansePluginMetadata

/// Compares the interface of a contract with its recorded versions, so that its version says which plugins run with it.
package struct ContractCheck {
  private let contents: ContractManifest
  private let interface: ModuleInterface
  private let sources: ContractSources
  /// The directory with the recorded interfaces, `MODULE-VERSION.swiftinterface`.
  private let recordings: String
  /// The recorded versions, the oldest first.
  private let recorded: [Recording]

  private struct Recording {
    let version: SemanticVersion
    let interface: ModuleInterface
  }

  package init(_ sources: ContractSources, recordings: String) throws(ToolError) {
    (self.sources, self.recordings) = (sources, recordings)
    contents = try ContractSources.contents(of: sources.manifest)
    interface = try sources.interface()
    recorded = try Self.recorded(interface.module, in: recordings)
  }

  private static func recorded(
    _ module: String, in directory: String
  ) throws(ToolError) -> [Recording] {
    guard FileManager.default.fileExists(atPath: directory) else { return [] }
    var recorded: [Recording] = []
    for name in try TextFile.paths(below: directory)
    where name.hasPrefix("\(module)-") && name.hasSuffix(suffix) {
      let text = name.dropFirst(module.count + 1).dropLast(suffix.count)
      guard let version = try? SemanticVersion(String(text)) else {
        throw ToolError(
          path: "\(directory)/\(name)", message: "`\(text)` in its name is not a semantic version")
      }
      let interface = String(
        decoding: try TextFile.read("\(directory)/\(name)"), as: UTF8.self)
      recorded.append(
        Recording(version: version, interface: ModuleInterface(module: module, text: interface)))
    }
    return recorded.sorted { $0.version < $1.version }
  }

  private static let suffix = ".swiftinterface"

  /// Returns what to print, and whether the version fits the interface, and a recorded note both.
  package func run() throws(ToolError) -> (text: String, isPassed: Bool) {
    let result = try compared()
    guard result.isPassed else { return result }
    if let mistake = try headerMistake() { return (result.text + mistake, false) }
    guard let mistake = try RecordedNote(sources)?.mistake() else { return result }
    return (
      "\(result.text)\(contents.identifier) \(contents.version): \(mistake). Record it with --record.\n",
      false
    )
  }

  /// Returns what to print about a header that states another version; nil if there is none.
  private func headerMistake() throws(ToolError) -> String? {
    guard let (header, version) = try sources.headers.mistake(contents) else { return nil }
    return """
      \(contents.identifier) \(contents.version): CLEANSE_CONTRACT in \(header) has the version \(version). Write the \
      version of \(sources.manifest) there.

      """
  }

  /// Returns what to print about the recorded interfaces, and whether the version fits them.
  private func compared() throws(ToolError) -> (text: String, isPassed: Bool) {
    let name = contents.identifier
    guard let last = recorded.last else {
      return (
        "\(name) \(contents.version): no version is recorded. Record this one with --record.\n",
        false
      )
    }
    guard !(contents.version < last.version) else {
      return (
        "\(name) \(contents.version): older than the recorded version \(last.version).\n", false
      )
    }
    if ModuleInterface.digest(of: [interface]) == ModuleInterface.digest(of: [last.interface]) {
      return ("\(name) \(contents.version): the same interface as \(last.version).\n", true)
    }
    let breaks = try breaks(since: last)
    guard breaks.isEmpty else { return broken(breaks, since: last.version) }
    return last.version < contents.version
      ? (
        "\(name) \(contents.version): compatible with plugins that were built against \(last.version).\n",
        true
      )
      : (
        """
        \(name) \(contents.version): adds declarations to \(last.version), or changes inlinable code. Increase the \
        version in \(sources.manifest).

        """, false
      )
  }

  private func broken(
    _ breaks: [String], since last: SemanticVersion
  ) -> (text: String, isPassed: Bool) {
    let list = breaks.map { "  \($0)\n" }.joined()
    let name = "\(contents.identifier) \(contents.version)"
    let (old, new) = (contract(last), contract(contents.version))
    guard old.isSatisfied(by: new) else {
      let kind = last.major > 0 ? "major" : "minor"
      return (
        """
        \(name): a new \(kind) version; plugins that were built against \(last) need a rebuild because of:
        \(list)
        """, true
      )
    }
    let needed = last.major > 0 ? "\(last.major + 1).0.0" : "0.\(last.minor + 1).0"
    let hasRequirement = breaks.contains {
      $0.hasSuffix("has been added as a protocol requirement")
    }
    let advice =
      hasRequirement
      ? " A new requirement breaks no plugin if an extension of its protocol implements it." : ""
    return (
      """
      \(name): plugins of \(last) would break:
      \(list)Undo these changes, or give the contract the version \(needed).\(advice)

      """, false
    )
  }

  private func contract(_ version: SemanticVersion) -> Contract {
    Contract(identifier: contents.identifier, version: version, build: "")
  }

  /// Returns the changes that break plugins of a recorded version.
  private func breaks(since old: Recording) throws(ToolError) -> [String] {
    let module = interface.module
    let directories = (old: sources.directory + "/old", new: sources.directory + "/new")
    for (directory, interface) in [(directories.old, old.interface), (directories.new, interface)] {
      try TextFile.makeDirectory(directory)
      try TextFile.write(interface.text, to: "\(directory)/\(module)\(Self.suffix)")
    }
    return try InterfaceComparison(
      compiler: sources.compiler, includes: sources.module.includes,
      directory: sources.directory + "/comparison"
    ).breaks(of: [module], from: directories.old, to: directories.new)
  }

  /// Records the interface as that of the version, and its note if that is a source, if the version fits. Returns what to
  /// print.
  package func record() throws(ToolError) -> (text: String, isPassed: Bool) {
    if let mistake = try headerMistake() { return (mistake, false) }
    let path = "\(recordings)/\(interface.module)-\(contents.version)\(Self.suffix)"
    if !recorded.isEmpty {
      let (text, isPassed) = try compared()
      guard isPassed else { return (text, false) }
    }
    try TextFile.makeDirectory(recordings)
    try TextFile.write(interface.text, to: path)
    try RecordedNote(sources)?.write()
    return ("Recorded \(contents.identifier) \(contents.version) in \(path)\n", true)
  }
}
