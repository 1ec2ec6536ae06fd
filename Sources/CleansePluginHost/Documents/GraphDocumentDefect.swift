internal import PluginMetadata
import CleanseSupport

/// What is wrong with the text of a graph document.
enum GraphDocumentDefect: Error {
  /// It is no JSON, or ends too early.
  case malformed(ManifestError)
  /// A member is missing, or is of another type than the schema says.
  case member(path: String, String)
  /// It names another schema, or none.
  case schema(String?)
  /// A place leads out of a table.
  case dangling(_ table: String, _ place: Int, of: Int)
  /// Two of what has to differ have one identity.
  case repeated(_ table: String, String)
  /// Components and bindings do not refer to each other.
  case components
  /// Components lie too deep in each other.
  case depth(_ limit: Int)

  /// What the decoder says of a member.
  init(_ error: any Error, member: String) {
    let path: [any CodingKey]
    var reason = "is not what the schema says"
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
    let inner = Self.path(path)
    let separator = inner.isEmpty || inner.hasPrefix("[") ? "" : "."
    self = .member(path: member + separator + inner, reason)
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

  /// What is wrong, as a part of a sentence behind the file's name.
  var predicate: String {
    switch self {
    case .malformed(let reason): "is no graph document: \(reason)"
    case .member(let path, let reason):
      "is no graph document: \(path.isEmpty ? "it" : path.printable) \(reason.printable)"
    case .schema(nil): "is no graph document: it names no schema"
    case .schema(let schema?):
      Self.isNewer(schema)
        ? "has the schema \(schema.printable), which is newer than \(GraphDocument.schema)"
        : "has the schema \(schema.printable), which is not \(GraphDocument.schema)"
    case .dangling(let table, let place, let count):
      "is damaged: something refers to place \(place) of `\(table)`, which has \(count)"
    case .repeated(let table, let name): "is damaged: `\(table)` has \(name.printable) twice"
    case .depth(let limit): "has components that lie more than \(limit) deep in each other"
    case .components: "is damaged: its components and bindings do not refer to each other"
    }
  }

  /// What to do about it.
  var fix: String {
    if case .schema(let schema?) = self, Self.isNewer(schema) {
      return "read it with a newer host, or write it anew with this one"
    }
    return "write it anew with `host graph --format json` or `host fragment`"
  }

  private static func isNewer(_ schema: String) -> Bool {
    let own = GraphDocument.schema.split(separator: "/")
    let parts = schema.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == own[0], let version = Int(parts[1]),
      let known = Int(own[1])
    else { return false }
    return version > known
  }
}
