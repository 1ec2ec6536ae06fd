public import CleanseSupport

/// A contract as a library provides it, or as a plugin was built against it.
public struct Contract: Hashable, Sendable, Codable {
  /// The contract's name in reverse-DNS form.
  public let identifier: String
  /// The version.
  public let version: SemanticVersion
  /// The digest of its sources, 16 hexadecimal digits.
  public let build: String

  /// Creates a contract of a build.
  public init(identifier: String, version: SemanticVersion, build: String) {
    (self.identifier, self.version, self.build) = (identifier, version, build)
  }

  /// Whether code that was built against this contract works with another build of it, if both are built with library
  /// evolution: it has the same major version, before 1.0.0 also the same minor version, and is not older.
  public func isSatisfied(by other: Contract) -> Bool {
    identifier == other.identifier && version.major == other.version.major
      && (version.major > 0 || version.minor == other.version.minor) && !(other.version < version)
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
      build: try fields.line("build"))
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
