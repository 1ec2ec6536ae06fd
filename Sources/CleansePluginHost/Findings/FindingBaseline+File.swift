import Cleanse
import FoundationEssentials
import PluginManifest

extension FindingBaseline {
  /// The name and version of the file's shape. A key that is new leaves it as it is. The identities of version 1
  /// were made of messages, so they say nothing of what is found today, and its files are refused.
  static let schema = "cleanse-baseline/2"

  /// The largest file that is read, in bytes: room for some hundred thousand findings.
  static let sizeLimit = 64 << 20

  /// Reads a baseline file.
  ///
  /// - Throws: A ``TrustFileError`` that says what is wrong with it, with the line where there is one.
  public init(contentsOf path: String) throws(TrustFileError) {
    let json = try TrustFile.read(path, limit: Self.sizeLimit)
    do throws(ManifestError) {
      self = try JSONDocument.read(
        json, sizeLimit: Self.sizeLimit, make: FindingBaseline.init(_:))
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw TrustFileError(
        path: path, message: "\(place) is no baseline that this host can use: \(error)",
        remedy: "name another; or remove it, and let `--update-baseline` write it anew")
    }
  }

  /// Writes a baseline file in one step: whoever reads it gets the old one or the new one, whole.
  public func write(to path: String) throws(TrustFileError) {
    try TrustFile.write(json, to: path, mode: 0o666, replaces: true)
  }

  /// The file's bytes: equal baselines are equal bytes.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings can always be encoded.
    let data = try? encoder.encode(
      Document(
        schema: Self.schema, application: application, plugins: plugins, findings: entries))
    return (data.map(Array.init) ?? []) + [UInt8(ascii: "\n")]
  }

  private struct Document: Encodable {
    let schema: String
    let application: String
    let plugins: [String]
    let findings: [Entry]
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    try fields.check(schema: Self.schema)
    self.init(
      application: try fields.string("application"),
      plugins: try fields.optionalStrings("plugins") ?? [],
      entries: try fields.objects("findings", make: Entry.init(_:)))
  }
}

extension FindingBaseline.Entry {
  fileprivate init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      identity: try fields.line("identity"),
      code: Diagnostic.Code(rawValue: try fields.string("code")),
      severity: try fields.parsed("severity") { text throws(ManifestError) in
        guard let severity = Diagnostic.Severity(rawValue: text) else {
          throw ManifestError(message: "must be `error`, `warning` or `note`")
        }
        return severity
      },
      about: try fields.string("about"))
  }
}
