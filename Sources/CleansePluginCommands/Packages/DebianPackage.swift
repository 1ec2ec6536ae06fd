import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// A Debian package of a plugin, or of the library of a contract.
struct DebianPackage {
  /// The directory of plugins in the packages of Debian.
  static let directory = "usr/lib/cleanse/plugins"

  let name: String
  let version: DebianVersion
  let architecture: String
  let maintainer: DebianMaintainer
  /// The purpose, in one line.
  let summary: String
  /// What it is, in one line.
  let details: String
  private(set) var depends: [String] = []
  private(set) var recommends: [String] = []
  /// The packages that it can't be used with.
  private(set) var breaks: [String] = []
  private(set) var provides: [String] = []
  /// The path of the plugin or of the library.
  let library: String
  /// Whether it is the package of a plugin.
  let isPlugin: Bool

  /// The package of a plugin.
  ///
  /// - Throws: A ``CommandFailure`` for what a Debian package can't have or depend on.
  init(
    _ plugin: PluginDescription, _ inspection: PluginInspection, for maintainer: DebianMaintainer
  ) throws(CommandFailure) {
    let manifest = plugin.manifest
    name = try DebianName.plugin(manifest.identifier)
    version = try DebianVersion(manifest.version)
    architecture = try DebianRuntime.architecture(of: plugin.stamp)
    self.maintainer = maintainer
    summary = manifest.summary
    details =
      "The plugin \(manifest.identifier) \(manifest.version) for hosts of Cleanse, by "
      + manifest.authors.joined(separator: ", ")
    library = inspection.file.path
    isPlugin = true
    depends = try DebianRuntime.needs(of: plugin.stamp)
    recommends = ["cleanse"]
    for requirement in manifest.requires {
      depends += try requirement.range.dependencies(
        on: DebianName.plugin(requirement.identifier))
    }
    for contract in plugin.contracts { try add(contract, inspection.providedContracts) }
  }

  /// The package of a library with contracts.
  ///
  /// - Parameters:
  ///   - contracts: At least one. The first one names the package.
  ///   - needs: What the library needs of the framework: the same as the plugins that were built with it.
  init(
    _ contracts: [ProvidedContract], of library: String, needing needs: [String],
    on architecture: String, for maintainer: DebianMaintainer
  ) throws(CommandFailure) {
    guard let first = contracts.first else {
      throw CommandFailure("\(library) has no contract")
    }
    name = try DebianName.contract(first.identifier)
    version = try DebianVersion(first.version)
    self.architecture = architecture
    self.maintainer = maintainer
    summary = "contract \(first.identifier) of plugins"
    details =
      "The library of the contract \(first.identifier) \(first.version), which plugins for hosts of"
      + " Cleanse share"
    self.library = library
    isPlugin = false
    depends = needs
    for contract in contracts {
      provides.append(
        "\(try DebianName.versions(of: contract.contract)) (= \(try DebianVersion(contract.version)))"
      )
      provides.append(try DebianName.build(of: contract.contract))
    }
  }

  /// Adds what a plugin needs of a contract. One that only uses the header needs no library, and not an older one.
  private mutating func add(
    _ contract: Contract, _ provided: [ProvidedContract]
  ) throws(CommandFailure) {
    let versions = try DebianName.versions(of: contract)
    let version = try DebianVersion(contract.version)
    guard !contract.isHeader else { return breaks.append("\(versions) (<< \(version))") }
    let isEvolving = provided.first { $0.identifier == contract.identifier }?.isEvolving ?? true
    depends.append(
      isEvolving ? "\(versions) (>= \(version))" : try DebianName.build(of: contract))
  }
}
