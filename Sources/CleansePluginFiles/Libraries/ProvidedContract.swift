package import CleanseSupport
package import CleansePluginMetadata

/// A contract that a library provides.
package struct ProvidedContract: Hashable, Sendable, Codable {
  /// The contract's name in reverse-DNS form.
  package let identifier: String
  package let version: SemanticVersion
  /// The digest of its sources.
  package let build: String
  /// Whether the library is built with library evolution, so that plugins run with later versions of it.
  package let isEvolving: Bool
  /// The path of the library.
  package let file: String

  package init(_ contract: Contract, isEvolving: Bool, file: String) {
    (identifier, version, build) = (contract.identifier, contract.version, contract.build)
    (self.isEvolving, self.file) = (isEvolving, file)
  }

  /// Whether a plugin that was built against the contract works with this library.
  ///
  /// Without library evolution, the layout of the library's types is compiled into the plugin, private properties
  /// included, so it has to be the very same build. What a header in C declares depends on its version alone.
  func satisfies(_ contract: Contract) -> Bool {
    contract.isSatisfied(by: self.contract)
      && (isEvolving || contract.isHeader || build == contract.build)
  }

  /// Which part of the version says that it breaks what was built against an earlier one: `major`, before 1.0.0 `minor`; nil
  /// if this is no later version that does.
  func breakingVersion(since earlier: Contract) -> String? {
    guard earlier.version < version, !earlier.isCompatible(with: contract) else { return nil }
    return version.major > 0 ? "major" : "minor"
  }

  /// The contract as the library's note describes it.
  package var contract: Contract {
    Contract(identifier: identifier, version: version, build: build)
  }
}
