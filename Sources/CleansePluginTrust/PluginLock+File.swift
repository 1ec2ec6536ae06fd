public import CleanseGraphAnalysis
import CleanseCrypto
package import CleansePluginMetadata
package import CleanseSupport

extension PluginLock: VersionedDocument {
  package static let schema = "cleanse-lock/1"

  /// The default name of a lock file.
  public static let fileName = "plugins.lock"

  /// Enough for some ten thousand plugins.
  package static let sizeLimit = 8 << 20

  package static let noun = "lock file"
  package static let fix = "write it again with `host lock`, or specify another file"

  /// Reads a lock file.
  ///
  /// - Throws: A ``DocumentError`` whose message has the line, if there is one.
  public init(contentsOf path: String) throws(DocumentError) {
    try self.init(reading: path)
  }

  /// Writes a lock file atomically: a reader gets the complete old file or the complete new one.
  public func write(to path: String) throws(DocumentError) {
    try replace(path)
  }

  package struct Members: Encodable {
    let plugins: [Entry]
  }

  package var members: Members { Members(plugins: entries) }

  package var parts: [(name: String, document: PluginLock)] {
    entries.map { ("plugin \($0.identifier.printable)", PluginLock(entries: [$0])) }
  }

  package init(_ fields: JSONFields) throws(ManifestError) {
    let entries = try fields.objects("plugins", make: Entry.init(_:))
    var known: Set<String> = []
    for (index, entry) in entries.enumerated()
    where !known.insert(entry.identifier).inserted {
      throw ManifestError(
        field: "plugins[\(index)].identifier",
        message: "`\(entry.identifier)` appears twice")
    }
    self.init(entries: entries)
  }
}

extension PluginLock.Entry {
  fileprivate init(_ fields: JSONFields) throws(ManifestError) {
    self.init(
      identifier: try fields.line("identifier"), version: try fields.line("version"),
      // Any name that a file system allows.
      file: try fields.string("file"),
      digest: try fields.digest(),
      stamp: try fields.object("stamp", make: ABIStamp.init(_:)),
      contributes: try fields.optionalStrings("contributes") ?? [],
      needs: try fields.optionalObject("needs", make: SystemAccess.init(_:)),
      libraries: try fields.objects("libraries", make: PluginLock.Library.init(_:)))
  }
}

extension PluginLock.Library {
  fileprivate init(_ fields: JSONFields) throws(ManifestError) {
    self.init(file: try fields.string("file"), digest: try fields.digest())
  }
}

extension JSONFields {
  fileprivate func digest() throws(ManifestError) -> ContentDigest {
    try parsed("digest") { text throws(ManifestError) in
      guard let digest = ContentDigest(text) else {
        throw ManifestError(message: "is not `blake2b-256:` and 64 hexadecimal digits")
      }
      return digest
    }
  }
}
