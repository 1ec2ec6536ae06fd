public import CleanseSupport

/// The validated contents of a `contract.json`, which makes a shared library a contract between plugins: plugins
/// exchange values of its types.
public struct ContractManifest: Hashable, Sendable {
  /// The contract's name in reverse-DNS form, such as `org.example.text-filter`.
  public let identifier: String
  /// The contract's version. Another major version, or another minor version before 1.0.0, breaks plugins.
  public let version: SemanticVersion
  /// The purpose of the contract, in one line.
  public let summary: String

  /// The largest `contract.json` that is read, in bytes.
  public static let sizeLimit = 64 * 1024

  /// Reads a `contract.json`.
  ///
  /// - Parameter json: The file's bytes: UTF-8, 64 KiB at most.
  /// - Throws: A ``ManifestError`` with the line, and with the field unless the text is not JSON.
  public init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: ContractManifest.init(_:))
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(inFileWith: ["identifier", "version", "summary"])
    identifier = try fields.parsed("identifier") { text throws(ManifestError) in
      try TextRules.checkIdentifier(text)
      return text
    }
    version = try fields.parsed("version", SemanticVersion.init(_:))
    summary = try fields.line("summary")
  }
}
