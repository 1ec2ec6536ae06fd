package import PluginMetadata
package import CleanseSupport
import FoundationEssentials

/// A document that is one JSON file with a versioned schema: a lock or a baseline.
///
/// A document conforms by its members; how its file is read and written is the same for all. Graph
/// documents are read in another way, as they are too large for a value of their JSON.
package protocol VersionedDocument {
  /// What the file holds beside `schema`.
  associatedtype Members: Encodable

  /// The name and version of the file's shape, such as `cleanse-lock/1`. A key that is new leaves it as it is.
  static var schema: String { get }
  /// The largest file that is read, in bytes.
  static var sizeLimit: Int { get }
  /// What people call the document, as in `lock file`.
  static var noun: String { get }
  /// What to do about a file that is no such document.
  static var remedy: String { get }

  /// What is written; it always can be encoded.
  var members: Members { get }

  /// Reads the members; the schema has been checked.
  init(_ fields: JSONFields) throws(ManifestError)
}

extension VersionedDocument {
  /// Reads a file, of which no more than ``sizeLimit`` bytes are taken.
  ///
  /// - Throws: What is wrong with it, with the line where there is one.
  package init(reading path: String) throws(DocumentError) {
    let json = try DocumentFile.read(path, limit: Self.sizeLimit)
    do throws(ManifestError) {
      self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) {
        fields throws(ManifestError) in
        try fields.check(schema: Self.schema)
        return try Self(fields)
      }
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw DocumentError(
        path: path, message: "\(place) is no \(Self.noun) that this host can use: \(error)",
        remedy: Self.remedy)
    }
  }

  /// Writes a file in one step, in place of an older one: whoever reads it gets the old one or the new one,
  /// whole.
  package func replace(_ path: String) throws(DocumentError) {
    try DocumentFile.write(json, to: path, mode: 0o666, replaces: true)
  }

  /// The file's bytes: equal documents are equal bytes.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try? encoder.encode(DocumentText(schema: Self.schema, members: members))
    return (data.map(Array.init) ?? []) + [UInt8(ascii: "\n")]
  }
}

/// The members of a document with the schema among them.
private struct DocumentText<Members: Encodable>: Encodable {
  let schema: String
  let members: Members

  private enum CodingKeys: String, CodingKey {
    case schema
  }

  func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
  }
}
