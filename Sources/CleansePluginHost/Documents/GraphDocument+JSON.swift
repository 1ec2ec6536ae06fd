import CleanseCrypto
import CleansePluginFiles
internal import CleansePluginMetadata
import CleanseC
import CleanseSupport
internal import FoundationEssentials

extension GraphDocument {
  /// The members of the file.
  private struct Body: Encodable {
    struct Component: Encodable {
      var name: String
      var scope: String?
      var root: Int
      var parent: Int?
      var effect: Effect?
    }

    var schema: String
    var plugins: [Plugin]
    var host: HostDescription?
    var components: [Component]
    var keys: [GraphKey]
    var modules: [String]
    var files: [GraphTables.File]
    var bindings: [GraphEntry]
    var ownKeys: [Int]?
    var reported: [Diagnostic]?
    var dropped: [BindingGraph.Dropped]?
    var cNames: BindingGraph.CNames?
    var validators: [Diagnostic]?
  }

  /// Encodes the document as JSON. Equal graphs have equal bytes.
  public func json() throws -> [UInt8] {
    var tables = GraphTables.Writer()
    let part = part.sources.completed(part)
    let components = part.components.map {
      Body.Component(
        name: $0.name, scope: $0.scope, root: tables.index(of: $0.root),
        parent: $0.parent?.number, effect: $0.effect)
    }
    let bindings = part.bindings.map { GraphEntry($0, &tables) }
    let ownKeys = self.ownKeys.map { tables.index(of: $0) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(
      try encoder.encode(
        Body(
          schema: Self.schema, plugins: plugins, host: host, components: components,
          keys: tables.tables.keys.map(GraphKey.init),
          modules: tables.tables.modules, files: tables.tables.files, bindings: bindings,
          ownKeys: ownKeys.isEmpty ? nil : ownKeys,
          reported: part.reported.isEmpty ? nil : part.reported,
          dropped: part.dropped.isEmpty ? nil : part.dropped,
          cNames: part.cNames == BindingGraph.CNames() ? nil : part.cNames,
          validators: contributed))) + [UInt8(ascii: "\n")]
  }

  /// Reads a document.
  ///
  /// - Parameter keys: The table of the keys of documents that are read together.
  init(
    json: [UInt8], keys: NamedKeyTable = NamedKeyTable()
  ) throws(GraphDocumentDefect) {
    let reader: GraphReader
    do throws(ManifestError) {
      reader = try GraphReader(json)
    } catch {
      // The document may have a newer schema that this host can't parse.
      throw Self.foreignSchema(in: json).map { .schema($0) } ?? .malformed(error)
    }
    guard reader.schema == Self.schema else { throw .schema(reader.schema) }
    if let name = reader.missingMember { throw .member(path: name, "is missing") }
    if let key = Self.firstRepeated(reader.keys) { throw .repeated("keys", key.description) }
    let tables = GraphTables(
      keys: keys.keys(equalTo: reader.keys), modules: reader.modules, files: reader.files)
    self.init(
      plugins: try reader.value(of: "plugins") ?? [], host: try reader.value(of: "host"),
      part: try reader.part(tables),
      contributed: try reader.value(of: "validators"))
    self.keys = keys
    for index in reader.ownKeys { ownKeys.append(try tables.key(at: index)) }
    guard part.isWellFormed else { throw .components }
    guard part.depth <= Self.depthLimit else { throw .depth(Self.depthLimit) }
    if let identifier = Self.firstRepeated(contributors) { throw .repeated("plugins", identifier) }
  }

  /// The schema that the text names; nil if it is this one, or if the text names none.
  private static func foreignSchema(in json: [UInt8]) -> String? {
    var schema: String?
    do throws(ManifestError) {
      var reader = try JSONReader(pulling: json)
      try reader.pullObject { reader, name throws(ManifestError) in
        if name == "schema" { schema = try reader.pullString() } else { _ = try reader.skipValue() }
      }
    } catch {
      // The members before the error are sufficient.
    }
    return schema == Self.schema ? nil : schema
  }

  private static func firstRepeated<Element: Hashable>(_ elements: [Element]) -> Element? {
    var seen: Set<Element> = []
    return elements.first { !seen.insert($0).inserted }
  }
}

extension GraphReader {
  /// The declarations, with the indices resolved to the entries of the tables.
  fileprivate func part(_ tables: GraphTables) throws(GraphDocumentDefect) -> Declarations {
    var components: [BindingGraph.Component] = []
    for (index, component) in self.components.enumerated() {
      components.append(
        BindingGraph.Component(
          name: component.name, scope: component.scope,
          root: try tables.key(at: component.root ?? -1),
          parent: component.parent.map(ComponentIndex.init),
          effect: try GraphEntry.value(component.effect, "components[\(index)].effect")))
    }
    var bindings: [Binding] = []
    bindings.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      bindings.append(try entry.binding(at: index, tables, after: bindings.last))
    }
    return Declarations(
      components: components, bindings: bindings, reported: try value(of: "reported") ?? [],
      dropped: try value(of: "dropped") ?? [],
      names: try value(of: "cNames") ?? BindingGraph.CNames())
  }

  /// Decodes one of the small members; returns nil if the document does not have it.
  fileprivate func value<Value: Decodable>(
    of member: String
  ) throws(GraphDocumentDefect) -> Value? {
    guard let text = rest[member] else { return nil }
    return try translating(JSONDecoder().decode(Value.self, from: Data(text))) {
      (error: any Error) in
      GraphDocumentDefect(error, member: member)
    }
  }
}

extension Binding.Details {
  /// Reads the properties that few bindings have.
  init(json: ArraySlice<UInt8>) throws(ManifestError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(json))
    } catch {
      throw ManifestError(message: "does not match the schema")
    }
  }
}

extension GraphDocument.Plugin: Codable {
  private enum CodingKeys: String, CodingKey {
    case file, description, digest, rejected, findings, wouldBind
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try container.decode(String.self, forKey: .file)
    description = try container.decodeIfPresent(PluginDescription.self, forKey: .description)
    digest = try container.decodeIfPresent(ContentDigest.self, forKey: .digest)
    isRejected = try container.decodeIfPresent(Bool.self, forKey: .rejected) ?? false
    findings = try container.decodeIfPresent([Diagnostic].self, forKey: .findings) ?? []
    wouldBind =
      try container.decodeIfPresent([BindingGraph.Dropped].self, forKey: .wouldBind) ?? []
  }

  /// Writes the plugin; empty members are omitted.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(description, forKey: .description)
    try container.encodeIfPresent(digest, forKey: .digest)
    if isRejected { try container.encode(true, forKey: .rejected) }
    if !findings.isEmpty { try container.encode(findings, forKey: .findings) }
    if !wouldBind.isEmpty { try container.encode(wouldBind, forKey: .wouldBind) }
  }
}
