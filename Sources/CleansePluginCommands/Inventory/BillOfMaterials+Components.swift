import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

extension BillOfMaterials.Component {
  /// The program that the bill describes.
  init(_ program: Program) {
    self.init(
      kind: .application, name: program.name, version: program.version,
      reference: "program/\(program.name)")
  }

  /// The program as the one that writes the bill.
  init(tool program: Program) {
    self.init(kind: .application, name: program.name, version: program.version)
  }

  /// The framework that this process shares with its plugins.
  static var framework: Self {
    Self(
      kind: .framework, name: "Cleanse", version: Version.text,
      hashes: hashes(LoadedObject.framework.flatMap(digest)),
      properties: properties([
        "abi": ABIStamp.host.frameworkABI, "c-interface": "\(ABIStamp.host.abi)",
      ]),
      reference: "framework/Cleanse")
  }

  /// A file of a plugin directory: a plugin, a file that should be one, or another library.
  init(_ inspection: PluginInspection) {
    guard let entry = PluginEntry(inspection) else {
      self.init(library: inspection.file.path, inspection.signedDigest)
      return
    }
    let stamp = inspection.description?.stamp
    let facts: KeyValuePairs = [
      "kind": "plugin", "file": entry.fileName, "language": entry.language,
      "abi": stamp?.frameworkABI, "c-interface": stamp.map { "\($0.abi)" },
      "status": entry.status.rawValue, "rejection": entry.rejection,
    ]
    self.init(
      kind: entry.identifier == nil ? .file : .library, name: entry.name, version: entry.version,
      description: entry.summary, authors: entry.authors?.map(Author.init(name:)),
      hashes: Self.hashes(inspection.digest), properties: Self.properties(facts),
      reference: "plugin/" + [entry.name, entry.version].compactMap(\.self).joined(separator: "@"))
  }

  /// A library at a path, which other files need.
  ///
  /// - Parameter digest: The digest of the file, if it is known.
  init(library path: String, _ digest: ContentDigest?) {
    let name = lastComponent(of: path)
    let digest = digest ?? Self.digest(path)
    self.init(
      kind: digest == nil ? .file : .library, name: name, hashes: Self.hashes(digest),
      properties: Self.properties(["kind": "library"]), reference: "library/\(name)")
  }

  /// A contract of a library or of a header.
  init(_ contract: ContractEntry) {
    let facts: KeyValuePairs = [
      "kind": "contract", "build": contract.build, "evolution": "\(contract.isEvolving)",
    ]
    self.init(
      kind: .library, name: contract.identifier, version: contract.version,
      properties: Self.properties(facts),
      reference: "contract/\(contract.identifier)@\(contract.version)")
  }

  /// The digest of a library; nil for a file that can't be read, or is none, such as a linker script.
  private static func digest(_ path: String) -> ContentDigest? {
    try? LibraryCatalog.digest(ofLibrary: path)
  }

  private static func hashes(_ digest: ContentDigest?) -> [Hash]? {
    digest.map { [Hash(alg: "BLAKE2b-256", content: $0.digits)] }
  }

  /// The facts that are known, in the namespace of this project.
  private static func properties(_ facts: KeyValuePairs<String, String?>) -> [Property]? {
    facts.compactMap { fact in
      fact.value.map { Property(name: "cleanse:\(fact.key)", value: $0) }
    }
  }
}
