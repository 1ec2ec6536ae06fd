/// A bill of materials of a host in the JSON of CycloneDX 1.6: the files that it would run, with their digests, and what
/// depends on what.
///
/// It has no serial number, no directories, and a time only if ``SourceDate`` has one, so equal files give equal bytes on
/// every machine. <https://cyclonedx.org/docs/1.6/json/>
struct BillOfMaterials: Encodable {
  /// A program, a library, a contract or another file.
  struct Component: Encodable {
    /// The kind in the terms of CycloneDX.
    enum Kind: String, Encodable {
      case application, framework, library, file
    }

    /// A person or a group.
    struct Author: Encodable {
      let name: String
    }

    /// A digest of the whole file.
    struct Hash: Encodable {
      /// The algorithm as CycloneDX names it.
      let alg: String
      /// Hexadecimal digits.
      let content: String
    }

    /// A fact for which CycloneDX has no member.
    struct Property: Encodable {
      let name: String
      let value: String
    }

    let kind: Kind
    let name: String
    var version: String?
    var description: String?
    var authors: [Author]?
    var hashes: [Hash]?
    var properties: [Property]?
    /// The name by which ``Dependency`` refers to it, unique in the bill; nil if nothing does.
    var reference: String?

    private enum CodingKeys: String, CodingKey {
      case kind = "type"
      case name, version, description, authors, hashes, properties
      case reference = "bom-ref"
    }
  }

  /// What a component needs, and which contracts it implements.
  struct Dependency: Encodable {
    let ref: String
    let dependsOn: [String]
    /// Nil for none.
    let provides: [String]?
  }

  /// What wrote the bill about what.
  struct Metadata: Encodable {
    /// The programs that wrote it.
    struct Tools: Encodable {
      let components: [Component]
    }

    let timestamp: String?
    let tools: Tools
    let component: Component
  }

  let schema = "http://cyclonedx.org/schema/bom-1.6.schema.json"
  let bomFormat = "CycloneDX"
  let specVersion = "1.6"
  let version = 1
  let metadata: Metadata
  let components: [Component]
  let dependencies: [Dependency]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case bomFormat, specVersion, version, metadata, components, dependencies
  }
}
