import FoundationEssentials
import PluginManifest

extension PluginLock {
  /// The name and version of the file's shape. A key that is new leaves it as it is.
  static let schema = "cleanse-lock/1"

  /// What a lock file is called, unless somebody says otherwise.
  public static let fileName = "plugins.lock"

  /// The largest lock that is read, in bytes: room for some ten thousand plugins.
  static let sizeLimit = 8 << 20

  /// Reads a lock file.
  ///
  /// - Throws: A ``TrustFileError`` that says what is wrong with it, with the line where there is one.
  public init(contentsOf path: String) throws(TrustFileError) {
    let json = try TrustFile.read(path, limit: Self.sizeLimit)
    do throws(ManifestError) {
      self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit, make: PluginLock.init(_:))
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw TrustFileError(
        path: path, message: "\(place) is no lock file that this host can use: \(error)",
        remedy: "write it anew with `host lock`, or name another")
    }
  }

  /// Writes a lock file in one step: whoever reads it gets the old one or the new one, whole.
  public func write(to path: String) throws(TrustFileError) {
    try TrustFile.write(json, to: path, mode: 0o666, replaces: true)
  }

  /// The file's bytes: equal locks are equal bytes.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and whole numbers can always be encoded.
    let data = try? encoder.encode(Document(schema: Self.schema, plugins: entries))
    return (data.map(Array.init) ?? []) + [UInt8(ascii: "\n")]
  }

  private struct Document: Encodable {
    let schema: String
    let plugins: [Entry]
  }

  private init(_ fields: JSONFields) throws(ManifestError) {
    try fields.check(schema: Self.schema)
    let entries = try fields.objects("plugins", make: Entry.init(_:))
    var known: Set<String> = []
    for (position, entry) in entries.enumerated()
    where !known.insert(entry.identifier).inserted {
      throw ManifestError(
        field: "plugins[\(position)].identifier",
        message: "`\(entry.identifier)` stands there twice")
    }
    self.init(entries: entries)
  }
}

extension PluginLock.Entry {
  fileprivate init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      identifier: try fields.line("identifier"), version: try fields.line("version"),
      file: try fields.line("file"),
      digest: try fields.parsed("digest") { text throws(ManifestError) in
        guard let digest = ContentDigest(text) else {
          throw ManifestError(message: "is not `blake2b-256:` and 64 hexadecimal digits")
        }
        return digest
      },
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)),
      contributes: try fields.optionalStrings("contributes") ?? [])
  }
}
