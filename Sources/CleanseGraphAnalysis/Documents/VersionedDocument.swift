package import CleanseSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A document in a JSON file with a versioned schema: a lock or a baseline.
///
/// A document supplies its members; reading and writing the file is the same for all. Graph documents are read in
/// another way, because they are too large to be decoded to a JSON value.
package protocol VersionedDocument {
  /// The members of the file other than `schema`.
  associatedtype Members: Encodable

  /// The name and version of the format, such as `cleanse-lock/1`. Adding a key does not change the version.
  static var schema: String { get }
  /// The maximum size of a file, in bytes.
  static var sizeLimit: Int { get }
  /// The kind of the document in messages, as in `lock file`.
  static var noun: String { get }
  /// The suggested fix for an invalid file.
  static var fix: String { get }

  /// The members to write.
  var members: Members { get }
  /// The parts of the document, such as the plugins of a lock, each with its name and as a document of its own.
  var parts: [(name: String, document: Self)] { get }

  /// Decodes the members. The schema has been checked.
  init(_ fields: JSONFields) throws(FieldError)
}

extension VersionedDocument {
  /// Reads a file of at most ``sizeLimit`` bytes.
  ///
  /// - Throws: An error whose message has the line, if there is one.
  package init(reading path: String) throws(DocumentError) {
    let json = try DocumentFile.read(path, limit: Self.sizeLimit)
    do throws(FieldError) {
      try self.init(json: json)
    } catch {
      let location = error.line.map { "\(path):\($0)" } ?? path
      throw DocumentError(
        path: path, message: "\(location) is not a valid \(Self.noun): \(error.clause)",
        fix: Self.fix)
    }
  }

  private init(json: [UInt8]) throws(FieldError) {
    self = try JSONDocument.read(json, sizeLimit: Self.sizeLimit) {
      fields throws(FieldError) in
      try fields.check(schema: Self.schema)
      return try Self(fields)
    }
  }

  /// Writes a file atomically, replacing an existing one: a reader gets the complete old file or the complete new
  /// one.
  ///
  /// - Throws: Also if no host could read the new file; then the existing one is unchanged.
  package func replace(_ path: String) throws(DocumentError) {
    try DocumentFile.replace(path, with: contents(of: path))
  }

  /// The bytes of the file, after a check that they can be read back. Equal documents have equal bytes.
  ///
  /// - Parameter path: The path of the file, for errors.
  package func contents(of path: String) throws(DocumentError) -> [UInt8] {
    let (json, defect) = checkedJSON()
    guard let defect else { return json }
    let part = parts.first { $0.document.checkedJSON().defect != nil }
    throw DocumentError(
      path: path,
      message: "can't write to \(path): no host could read this \(Self.noun): "
        + (part.map { "\($0.name): " } ?? "") + defect.description)
  }

  /// The bytes, and the error that a host would report on reading them; nil if there is none.
  private func checkedJSON() -> (json: [UInt8], defect: FieldError?) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json: [UInt8]
    do {
      json =
        Array(try encoder.encode(DocumentText(schema: Self.schema, members: members)))
        + [UInt8(ascii: "\n")]
    } catch {
      return ([], FieldError(message: "\(error)"))
    }
    do throws(FieldError) {
      _ = try Self(json: json)
      return (json, nil)
    } catch {
      return (json, error)
    }
  }
}

/// The members of a document together with its schema.
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
