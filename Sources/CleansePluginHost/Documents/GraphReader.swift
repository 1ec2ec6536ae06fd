import CleansePluginMetadata
import CleanseC
import CleanseSupport

/// Reads the large members of a document, and locates the other ones.
///
/// A `JSONDecoder` would take several times as long as linking, and thousands of documents may be linked.
struct GraphReader {
  /// A component, whose root is an index into the keys.
  struct Component {
    var name = ""
    var scope: String?
    var root: Int?
    var parent: Int?
    var effect: String?
  }

  private(set) var schema: String?
  private(set) var keys: [Key] = []
  private(set) var modules: [String] = []
  private(set) var files: [GraphTables.File] = []
  private(set) var components: [Component] = []
  private(set) var entries: [GraphEntry] = []
  private(set) var ownKeys: [Int] = []
  /// The JSON texts of the other members.
  private(set) var rest: [String: ArraySlice<UInt8>] = [:]
  /// The names of the members that the document has.
  private var names: Set<String> = []

  /// The name of the first required member that is missing.
  var missingMember: String? {
    ["plugins", "components", "keys", "modules", "files", "bindings"].first { !names.contains($0) }
  }

  /// - Throws: A `ManifestError` with the line.
  init(_ json: [UInt8]) throws(ManifestError) {
    var reader = try JSONReader(pulling: json)
    var document = Self()
    try reader.pullObject { reader, name throws(ManifestError) in
      guard document.names.insert(name).inserted else {
        throw ManifestError(message: "appears twice")
      }
      try document.read(name, &reader)
    }
    try reader.finish()
    self = document
  }

  private init() {}

  private mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(ManifestError) {
    switch name {
    case "schema": schema = try reader.pullString()
    case "keys":
      try reader.pullArray { reader throws(ManifestError) in keys.append(try Self.key(&reader)) }
    case "modules":
      try reader.pullArray { reader throws(ManifestError) in modules.append(try reader.pullString())
      }
    case "files":
      try reader.pullArray { reader throws(ManifestError) in files.append(try Self.file(&reader)) }
    case "components":
      try reader.pullArray { reader throws(ManifestError) in
        components.append(try Self.component(&reader))
      }
    case "bindings":
      try reader.pullArray { reader throws(ManifestError) in entries.append(try GraphEntry(&reader))
      }
    case "ownKeys": ownKeys = try reader.pullIntegers()
    default: rest[name] = reader.text(in: try reader.skipValue())
    }
  }

  private static func key(_ reader: inout JSONReader) throws(ManifestError) -> Key {
    var (texts, isClass): ([String?], Bool) = ([], false)
    var index = 0
    try reader.pullArray { reader throws(ManifestError) in
      if index == 4 {
        isClass = try reader.pullBoolean()
      } else {
        texts.append(index > 1 && reader.pullNull() ? nil : try reader.pullString())
      }
      index += 1
    }
    guard index > 1, index < 7, let type = texts[0], let name = texts[1] else {
      throw ManifestError(message: "must be a list of 2 to 6 elements")
    }
    return Key(
      type: type, tag: index > 2 ? texts[2] : nil, typeName: name,
      tagName: index > 3 ? texts[3] : nil, isClass: isClass, cName: index > 5 ? texts[4] : nil)
  }

  private static func file(_ reader: inout JSONReader) throws(ManifestError) -> GraphTables.File {
    var file = GraphTables.File(file: "", path: "")
    try reader.pullObject { reader, name throws(ManifestError) in
      switch name {
      case "file": file.file = try reader.pullString()
      case "path": file.path = try reader.pullString()
      default: _ = try reader.skipValue()
      }
    }
    return file
  }

  private static func component(_ reader: inout JSONReader) throws(ManifestError) -> Component {
    var component = Component()
    try reader.pullObject { reader, name throws(ManifestError) in
      switch name {
      case "name": component.name = try reader.pullString()
      case "scope": component.scope = try reader.pullString()
      case "root": component.root = try reader.pullInteger()
      case "parent": component.parent = try reader.pullInteger()
      case "effect": component.effect = try reader.pullString()
      default: _ = try reader.skipValue()
      }
    }
    guard component.root != nil else { throw ManifestError(field: "root", message: "is missing") }
    return component
  }
}

extension GraphEntry {
  /// Reads a binding.
  init(_ reader: inout JSONReader) throws(ManifestError) {
    var entry = GraphEntry(key: -1)
    try reader.pullObject { reader, name throws(ManifestError) in
      switch name {
      case "component": entry.component = try reader.pullInteger()
      case "key": entry.key = try reader.pullInteger()
      case "kind": entry.kind = try reader.pullString()
      case "scope": entry.scope = try reader.pullString()
      case "file": entry.file = try reader.pullInteger()
      case "line": entry.line = try reader.pullInteger()
      case "plugin": entry.plugin = try reader.pullString()
      case "modules": entry.modules = try reader.pullIntegers()
      case "requests": entry.requests = try reader.pullIntegers()
      case "forms": entry.forms = try reader.pullStrings()
      case "alternative": entry.alternative = try reader.pullIntegers()
      case "further": entry.further = try reader.pullIntegers()
      case "effect": entry.effect = try reader.pullString()
      case "source": entry.source = try reader.pullString()
      case "details":
        entry.details = try Binding.Details(json: reader.text(in: try reader.skipValue()))
      default: _ = try reader.skipValue()
      }
    }
    guard entry.key >= 0 else {
      throw ManifestError(field: "key", message: "is missing or less than 0")
    }
    self = entry
  }
}

extension JSONReader {
  fileprivate mutating func pullIntegers() throws(ManifestError) -> [Int] {
    var numbers: [Int] = []
    try pullArray { reader throws(ManifestError) in numbers.append(try reader.pullInteger()) }
    return numbers
  }

  fileprivate mutating func pullStrings() throws(ManifestError) -> [String] {
    var texts: [String] = []
    try pullArray { reader throws(ManifestError) in texts.append(try reader.pullString()) }
    return texts
  }
}
