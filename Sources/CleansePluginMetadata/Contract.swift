public import CleanseSupport

/// A contract as a library provides it, or as a plugin was built against it.
public struct Contract: Hashable, Sendable, Codable {
  /// The contract's name in reverse-DNS form.
  public let identifier: String
  /// The version.
  public let version: SemanticVersion
  /// The digest of its sources, 16 hexadecimal digits; empty for a contract in C, whose header has a version only.
  public let build: String

  /// Creates a contract of a build.
  public init(identifier: String, version: SemanticVersion, build: String) {
    (self.identifier, self.version, self.build) = (identifier, version, build)
  }

  /// Whether the contract is that of a header in C, for which the version alone counts.
  package var isHeader: Bool { build.isEmpty }

  /// Whether code that was built against this contract works with another build of it, if both are built with library
  /// evolution: no version between them breaks plugins, and the other one is not older.
  public func isSatisfied(by other: Contract) -> Bool {
    isCompatible(with: other) && !(other.version < version)
  }

  /// Whether no version between the two breaks plugins: they have the same major version, before 1.0.0 also the same minor
  /// version.
  package func isCompatible(with other: Contract) -> Bool {
    identifier == other.identifier && version.major == other.version.major
      && (version.major > 0 || version.minor == other.version.minor)
  }

  private enum CodingKeys: CodingKey { case identifier, version, build }

  /// Decodes a contract. One in C has no `build`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      version: try container.decode(SemanticVersion.self, forKey: .version),
      build: try container.decodeIfPresent(String.self, forKey: .build) ?? "")
  }

  /// Encodes the contract, without an empty `build`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(version, forKey: .version)
    if !isHeader { try container.encode(build, forKey: .build) }
  }
}

extension Contract {
  /// Reads the members of a note.
  init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      identifier: try fields.parsed("identifier") { text throws(ManifestError) in
        try TextRules.checkIdentifier(text)
        return text
      },
      version: try fields.parsed("version", SemanticVersion.init(_:)),
      build: fields.value("build") != nil ? try fields.line("build") : "")
  }
}

extension Contract: NoteContents {
  /// The type of its ELF note.
  public static var noteType: NoteType { .contract }
  public static var sizeLimit: Int { ContractManifest.sizeLimit }

  /// Reads the JSON of a note. Unknown members are ignored, as a newer tool may add some.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: Contract.init(_:))
  }
}
