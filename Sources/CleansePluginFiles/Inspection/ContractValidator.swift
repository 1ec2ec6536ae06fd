import CleanseCrypto
import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Rejects plugins that were built against another version of a contract than the library that they would get, or than
/// the other plugins, or that would load a second copy of it.
package enum ContractValidator {
  /// Returns the inspections in the same order, with the contracts of their libraries. Every usable plugin whose
  /// contracts don't fit is rejected.
  package static func validate(
    _ inspections: [PluginInspection], _ catalog: LibraryCatalog
  ) -> [PluginInspection] {
    let loaded = catalog.process.loadedContracts(catalog)
    var inspections = inspections.map { inspection in
      guard let plugin = inspection.description, let linkage = inspection.linkage else {
        return inspection
      }
      let libraries = Libraries(of: linkage, catalog, loaded: loaded)
      let embedded = Set(inspection.providedContracts.map(\.identifier))
      var inspection = inspection
      inspection.providedContracts = libraries.provided
      guard inspection.usable != nil else { return inspection }
      let contradictions = contradictions(in: plugin.contracts)
      guard contradictions.isEmpty else { return inspection.adding(defects: contradictions) }
      return inspection.adding(
        defects: plugin.contracts.compactMap { contract in
          embedded.contains(contract.identifier)
            ? .containedContract(contract) : libraries.defect(of: contract)
        })
    }
    var versions = HeaderVersions()
    var copies: [String: Copy] = [:]
    for contract in loaded {
      copies[contract.identifier] = Copy(contract, nil, user: nil)
    }
    for (index, inspection) in inspections.enumerated() {
      guard let plugin = inspection.usable else { continue }
      let own = inspection.providedContracts.map { contract in
        let file = FilePath(contract.file)
        let library = inspection.linkage?.libraries.first { FilePath($0.path) == file }
        return Copy(contract, library, user: plugin.manifest.identifier)
      }
      let used = plugin.contracts.map { contract in
        guard !contract.isHeader else { return contract }
        return inspection.providedContracts.first { $0.identifier == contract.identifier }?.contract
          ?? contract
      }
      let defects =
        own.compactMap { copy in
          copies[copy.contract.identifier].flatMap { $0.conflict(with: copy) }
        } + versions.disagreements(of: used)
      inspections[index] = inspection.adding(defects: defects)
      guard defects.isEmpty else { continue }
      versions.add(used, of: plugin.manifest.identifier)
      copies.merge(own.map { ($0.contract.identifier, $0) }) { first, _ in first }
    }
    return inspections
  }

  /// The contracts of which a plugin was built against two versions that don't fit together: source files that were compiled
  /// with different headers, or a static library with its own.
  private static func contradictions(in contracts: [Contract]) -> [FileDefect] {
    var versions: [String: Contract] = [:]
    var found: [String: FileDefect] = [:]
    for contract in contracts {
      let first = versions[contract.identifier] ?? contract
      versions[contract.identifier] = first
      guard found[contract.identifier] == nil, !contract.isCompatible(with: first) else { continue }
      found[contract.identifier] = .contradictoryContract(first, other: contract)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The libraries that a plugin would get.
  private struct Libraries {
    let provided: [ProvidedContract]
    /// Those with a note of a contract that can't be read.
    let malformed: [String]

    init(of linkage: PluginLinkage, _ catalog: LibraryCatalog, loaded: [ProvidedContract]) {
      let own = linkage.libraries.map { ($0.path, catalog.contracts(of: $0.path)) }
      let known = Set(catalog.process.contracts.map(\.identifier))
      provided = (own.flatMap(\.1.provided).filter { !known.contains($0.identifier) } + loaded)
      malformed = own.filter(\.1.isMalformed).map(\.0)
    }

    /// The reason why a plugin that was built against the contract can't use the libraries; nil if it can. A contract in C
    /// needs no library.
    func defect(of contract: Contract) -> FileDefect? {
      guard let found = provided.first(where: { $0.identifier == contract.identifier }) else {
        return contract.isHeader ? nil : .missingContract(contract, malformed: malformed)
      }
      return found.satisfies(contract) ? nil : .contractMismatch(contract, found)
    }
  }

  /// The contracts that earlier plugins use.
  ///
  /// Plugins exchange what a header declares without a common library, so one is compared with the others. Two that use a
  /// library have been compared with it.
  private struct HeaderVersions {
    private var uses: [String: [(contract: Contract, user: String)]] = [:]

    func disagreements(of contracts: [Contract]) -> [FileDefect] {
      contracts.compactMap { contract in
        let other = uses[contract.identifier]?.first {
          (contract.isHeader || $0.contract.isHeader) && !contract.isCompatible(with: $0.contract)
        }
        return other.map {
          .contractDisagreement(contract, other: $0.contract, user: $0.user)
        }
      }
    }

    mutating func add(_ contracts: [Contract], of user: String) {
      for contract in contracts { uses[contract.identifier, default: []].append((contract, user)) }
    }
  }

  /// The library of a contract that a plugin would load.
  private struct Copy {
    let contract: ProvidedContract
    let stamp: FileStamp?
    let digest: ContentDigest?
    /// The identifier of the plugin that loads it; nil if it is loaded already.
    let user: String?

    init(_ contract: ProvidedContract, _ library: NeededLibrary?, user: String?) {
      (self.contract, self.user) = (contract, user)
      (stamp, digest) = (library?.stamp ?? FileStamp(path: contract.file), library?.digest)
    }

    /// The defect of a plugin that would load another copy; nil if the dynamic linker recognises the libraries as the
    /// same: it loads a file once, and a library of a name once.
    func conflict(with other: Copy) -> FileDefect? {
      let (file, otherFile) = (FilePath(contract.file), FilePath(other.contract.file))
      let isSame = file == otherFile || stamp != nil && stamp == other.stamp
      let isEqual =
        digest != nil && digest == other.digest && file.lastComponent == otherFile.lastComponent
      return isSame || isEqual
        ? nil : .duplicateContract(other.contract, loaded: contract, by: user)
    }
  }
}

extension HostProcess {
  /// The contracts of the libraries that the process has loaded.
  fileprivate func loadedContracts(_ catalog: LibraryCatalog) -> [ProvidedContract] {
    contracts + libraryPaths.flatMap { catalog.contracts(of: $0).provided }
  }
}
