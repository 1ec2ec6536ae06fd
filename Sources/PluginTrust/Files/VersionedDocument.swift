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
  static var fix: String { get }

  /// What is written.
  var members: Members { get }
  /// The documents of each part alone, with what the part is called, such as the plugins of a lock.
  var parts: [(name: String, document: Self)] { get }

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
      try self.init(json: json)
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw DocumentError(
        path: path, message: "\(place) is no \(Self.noun) that this host can use: \(error)",
        fix: Self.fix)
    }
  }

  private init(json: [UInt8]) throws(ManifestError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) {
      fields throws(ManifestError) in
      try fields.check(schema: Self.schema)
      return try Self(fields)
    }
  }

  /// Writes a file in one step, in place of an older one: whoever reads it gets the old one or the new one,
  /// whole.
  ///
  /// - Throws: Also where no host could read it; then the older one is left as it is.
  package func replace(_ path: String) throws(DocumentError) {
    try DocumentFile.replace(path, with: contents(of: path))
  }

  /// The bytes of the file, which were read back: equal documents are equal bytes.
  ///
  /// - Parameter path: Where they are to be written, for errors.
  package func contents(of path: String) throws(DocumentError) -> [UInt8] {
    let (json, defect) = checkedJSON()
    guard let defect else { return json }
    let part = parts.first { $0.document.checkedJSON().defect != nil }
    throw DocumentError(
      path: path,
      message: "can't write to \(path): no host could read this \(Self.noun): "
        + (part.map { "\($0.name): " } ?? "") + defect.description)
  }

  /// The bytes, and what a host that reads them finds wrong.
  private func checkedJSON() -> (json: [UInt8], defect: ManifestError?) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json: [UInt8]
    do {
      json =
        Array(try encoder.encode(DocumentText(schema: Self.schema, members: members)))
        + [UInt8(ascii: "\n")]
    } catch {
      return ([], ManifestError(message: "\(error)"))
    }
    do throws(ManifestError) {
      _ = try Self(json: json)
      return (json, nil)
    } catch {
      return (json, error)
    }
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
