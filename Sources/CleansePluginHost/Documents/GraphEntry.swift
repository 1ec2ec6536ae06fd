import Cleanse

/// A binding as a document has it.
struct GraphEntry: Codable {
  struct Request: Codable {
    /// Places in ``GraphTables/keys``.
    var key: Int
    var form: RequestForm?
    /// The other way to understand the parameter.
    var otherwise: Reading?
  }

  struct Reading: Codable {
    var key: Int
    var form: RequestForm?
  }

  var component: Int?
  var key: Int
  var kind: Binding.Kind?
  var scope: String?
  var file: Int?
  var line: Int?
  var plugin: String?
  var modules: [Int]?
  var requests: [Request]?
  var effect: Effect?
  var call: Binding.Call?
  var override: Int?
  var entry: String?
  var allowsDuplicateKeys: Bool?
  var subcomponent: Int?
  var source: Binding.Source?
  var signature: String?
  var silenced: [Binding.Silencing]?
}

extension GraphEntry {
  /// What is usual is left out: the root component, a single binding, a request for the value itself.
  init(_ binding: Binding, _ tables: inout GraphTables.Writer) {
    component = binding.component == 0 ? nil : binding.component
    key = tables.place(of: binding.key)
    kind = binding.kind == .single ? nil : binding.kind
    scope = binding.scope
    file = binding.location.map { tables.place(of: $0) }
    line = binding.location?.line
    plugin = binding.provenance.origin
    let modules = binding.provenance.modules.map { tables.place(of: $0) }
    self.modules = modules.isEmpty ? nil : modules
    let requests = binding.requests.map { Request($0, &tables) }
    self.requests = requests.isEmpty ? nil : requests
    effect = binding.effect
    call = binding.call
    override = binding.override
    entry = binding.entry
    allowsDuplicateKeys = binding.allowsDuplicateKeys
    subcomponent = binding.subcomponent
    source = binding.source
    signature = binding.signature
    silenced = binding.silenced
  }

  /// The binding at a place of its graph.
  func binding(at place: Int, _ tables: GraphTables) throws(GraphDocumentDefect) -> Binding {
    var requests: [Cleanse.Request] = []
    for request in self.requests ?? [] { requests.append(try request.request(tables)) }
    return Binding(
      id: place, component: component ?? 0, key: try tables.key(at: key), kind: kind ?? .single,
      scope: scope, location: try location(tables),
      provenance: Provenance(origin: plugin, modules: try modules(tables)), requests: requests,
      effect: effect, call: call, override: override, entry: entry,
      allowsDuplicateKeys: allowsDuplicateKeys, subcomponent: subcomponent, source: source,
      signature: signature, silenced: silenced)
  }

  private func location(_ tables: GraphTables) throws(GraphDocumentDefect) -> SourceLocation? {
    guard let place = file else { return nil }
    let file = try tables.file(at: place)
    return SourceLocation(file: file.file, path: file.path, line: line ?? 0)
  }

  private func modules(_ tables: GraphTables) throws(GraphDocumentDefect) -> [String] {
    var names: [String] = []
    for place in modules ?? [] { names.append(try tables.module(at: place)) }
    return names
  }
}

extension GraphEntry.Request {
  init(_ request: Request, _ tables: inout GraphTables.Writer) {
    key = tables.place(of: request.key)
    form = request.form == .instance ? nil : request.form
    otherwise = request.otherwise.map {
      GraphEntry.Reading(
        key: tables.place(of: $0.key), form: $0.form == .instance ? nil : $0.form)
    }
  }

  func request(_ tables: GraphTables) throws(GraphDocumentDefect) -> Request {
    var other: Request.Reading?
    if let otherwise {
      other = Cleanse.Request.Reading(
        key: try tables.key(at: otherwise.key), form: otherwise.form ?? .instance)
    }
    return Cleanse.Request(
      key: try tables.key(at: key), form: form ?? .instance, otherwise: other)
  }
}
