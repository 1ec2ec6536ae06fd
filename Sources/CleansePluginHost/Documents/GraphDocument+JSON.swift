internal import Cleanse
internal import FoundationEssentials

extension GraphDocument {
  /// What is read first, so that a document of another shape is told for what it is.
  private struct Head: Decodable {
    var schema: String
  }

  /// The document as its members stand in the file.
  private struct Body: Codable {
    struct Component: Codable {
      var name: String
      var scope: String?
      var root: Int
      var parent: Int?
      var effect: Effect?
    }

    var schema: String
    var plugins: [Plugin]
    var components: [Component]
    var keys: [GraphKey]
    var modules: [String]
    var files: [GraphTables.File]
    var bindings: [GraphEntry]
    var reported: [Diagnostic]?
    var dropped: [BindingGraph.Dropped]?
    var cNames: BindingGraph.CNames?
    var validators: [Diagnostic]?
  }

  /// The document as text: equal graphs give equal bytes.
  public func json() throws -> [UInt8] {
    var tables = GraphTables.Writer()
    let components = part.components.map {
      Body.Component(
        name: $0.name, scope: $0.scope, root: tables.place(of: $0.root), parent: $0.parent,
        effect: $0.effect)
    }
    let bindings = part.bindings.map { GraphEntry($0, &tables) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(
      try encoder.encode(
        Body(
          schema: Self.schema, plugins: plugins, components: components,
          keys: tables.tables.keys.map(GraphKey.init),
          modules: tables.tables.modules, files: tables.tables.files, bindings: bindings,
          reported: part.reported.isEmpty ? nil : part.reported,
          dropped: part.dropped.isEmpty ? nil : part.dropped,
          cNames: part.cNames == BindingGraph.CNames() ? nil : part.cNames,
          validators: contributed))) + [UInt8(ascii: "\n")]
  }

  /// Reads a document.
  init(json: [UInt8]) throws(GraphDocumentDefect) {
    let decoder = JSONDecoder()
    let data = Data(json)
    let body: Body
    do {
      body = try decoder.decode(Body.self, from: data)
    } catch {
      throw GraphDocumentDefect(error, schema: try? decoder.decode(Head.self, from: data).schema)
    }
    guard body.schema == Self.schema else { throw .schema(body.schema) }
    let tables = GraphTables(keys: body.keys.map(\.key), modules: body.modules, files: body.files)
    if let key = Self.firstRepeated(tables.keys) { throw .repeated("keys", key.description) }
    var components: [BindingGraph.Component] = []
    for component in body.components {
      components.append(
        BindingGraph.Component(
          name: component.name, scope: component.scope, root: try tables.key(at: component.root),
          parent: component.parent, effect: component.effect))
    }
    var bindings: [Binding] = []
    bindings.reserveCapacity(body.bindings.count)
    for (place, entry) in body.bindings.enumerated() {
      bindings.append(try entry.binding(at: place, tables))
    }
    self.init(
      plugins: body.plugins,
      part: GraphPart(
        components: components, bindings: bindings, reported: body.reported ?? [],
        dropped: body.dropped ?? [], cNames: body.cNames ?? BindingGraph.CNames()),
      contributed: body.validators)
    guard part.isWellFormed else { throw .components }
    if let identifier = Self.firstRepeated(contributors) { throw .repeated("plugins", identifier) }
  }

  private static func firstRepeated<Element: Hashable>(_ elements: [Element]) -> Element? {
    var seen: Set<Element> = []
    return elements.first { !seen.insert($0).inserted }
  }
}

extension GraphDocument.Plugin: Codable {
  private enum CodingKeys: String, CodingKey {
    case file, description, digest, rejected, findings, wouldBind, ownTypes
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
    ownTypes = try container.decodeIfPresent([String].self, forKey: .ownTypes) ?? []
  }

  /// What there is none of is left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(description, forKey: .description)
    try container.encodeIfPresent(digest, forKey: .digest)
    if isRejected { try container.encode(true, forKey: .rejected) }
    if !findings.isEmpty { try container.encode(findings, forKey: .findings) }
    if !wouldBind.isEmpty { try container.encode(wouldBind, forKey: .wouldBind) }
    if !ownTypes.isEmpty { try container.encode(ownTypes, forKey: .ownTypes) }
  }
}
