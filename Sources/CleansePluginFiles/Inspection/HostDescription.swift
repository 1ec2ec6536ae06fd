package import CleansePluginMetadata

/// What a host offers to plugins: its framework, and the contracts of the libraries that plugins use.
package struct HostDescription: Hashable, Sendable, Codable {
  package let framework: FrameworkNote
  /// The contracts with the names of their libraries.
  package let contracts: [ProvidedContract]

  package init(framework: FrameworkNote, contracts: [ProvidedContract]) {
    (self.framework, self.contracts) = (framework, contracts)
  }

  /// Describes this process with the libraries of inspected plugins.
  package init(_ inspections: [PluginInspection]) {
    self.init(
      framework: FrameworkNote(stamp: .host, runs: ABIStamp.compatibleABIs),
      contracts: Self.contracts(of: inspections).map { contract in
        ProvidedContract(
          contract.contract, isEvolving: contract.isEvolving,
          file: lastComponent(of: contract.file))
      })
  }

  /// The contracts that usable plugins get, and others of libraries that no plugin uses.
  private static func contracts(of inspections: [PluginInspection]) -> [ProvidedContract] {
    let used = inspections.filter { $0.usable != nil }.providedContracts
    let known = Set(used.map(\.identifier))
    let others = inspections.filter { $0.description == nil }.providedContracts
    return used + others.filter { !known.contains($0.identifier) }
  }
}

extension [PluginInspection] {
  /// The contracts of all libraries, each once, by identifier.
  package var providedContracts: [ProvidedContract] {
    var seen: Set<ProvidedContract> = []
    return flatMap(\.providedContracts).filter { seen.insert($0).inserted }
      .sorted { ($0.identifier, $0.file) < ($1.identifier, $1.file) }
  }
}
