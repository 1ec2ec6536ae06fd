internal import CleansePluginMetadata
import CleanseSupport

/// The reason why the text of a graph document can't be used.
enum GraphDocumentDefect: Error {
  /// The text is not JSON, or is truncated.
  case malformed(ManifestError)
  /// A member is missing or does not match the schema.
  case member(path: String, String)
  /// The document names another schema, or none.
  case schema(String?)
  /// An index is out of range of its table.
  case dangling(_ table: String, _ index: Int, of: Int)
  /// Two entries that have to differ are equal.
  case repeated(_ table: String, String)
  /// The indices of components and bindings are inconsistent.
  case components
  /// Components are nested too deeply.
  case depth(_ limit: Int)

  /// Creates the defect for a decoding error of a member.
  init(_ error: any Error, member: String) {
    let path: [any CodingKey]
    var reason = "does not match the schema"
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      path = context.codingPath + [key]
      reason = "is missing"
    case .dataCorrupted(let context):
      path = context.codingPath
      if !context.debugDescription.isEmpty { reason = context.debugDescription }
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      path = context.codingPath
    case nil:
      path = []
      reason = "can't be read: \(error)"
    default:
      path = []
    }
    let nested = Self.path(path)
    let separator = nested.isEmpty || nested.hasPrefix("[") ? "" : "."
    self = .member(path: member + separator + nested, reason)
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  /// The defect as the rest of a sentence that begins with the file's name.
  var predicate: String {
    switch self {
    case .malformed(let reason): "is not a graph document: \(reason.clause)"
    case .member(let path, let reason):
      "is not a graph document: \(path.isEmpty ? "it" : path.printable) \(reason.printable)"
    case .schema(nil): "is not a graph document: it names no schema"
    case .schema(let schema?):
      Self.isNewer(schema)
        ? "has the schema \(schema.printable), which is newer than \(GraphDocument.schema)"
        : "has the schema \(schema.printable), which is not \(GraphDocument.schema)"
    case .dangling(let table, let index, let count):
      "is damaged: index \(index) is out of range of `\(table)`, which has "
        + (count == 1 ? "1 entry" : "\(count) entries")
    case .repeated(let table, let name): "is damaged: `\(table)` contains \(name.printable) twice"
    case .depth(let limit): "has components that are nested more than \(limit) levels deep"
    case .components: "is damaged: the indices of its components and bindings are inconsistent"
    }
  }

  /// The suggested fix.
  var fix: String {
    if case .schema(let schema?) = self, Self.isNewer(schema) {
      return "read it with a newer host, or generate it again with this one"
    }
    return "generate one with `host graph --format json` or `host fragment`"
  }

  private static func isNewer(_ schema: String) -> Bool {
    // Not a path: the name of a schema.
    let own = GraphDocument.schema.split(separator: "/")
    // Not a path: the name of a schema.
    let parts = schema.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == own[0], let version = Int(parts[1]),
      let known = Int(own[1])
    else { return false }
    return version > known
  }
}
