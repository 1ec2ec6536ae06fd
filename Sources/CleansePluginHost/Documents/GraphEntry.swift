import CleanseGraph

/// A binding as a document has it.
///
/// Of texts and numbers alone, as a decoder is slow over everything else, and there are many of these.
struct GraphEntry: Encodable {
  var component: Int?
  var key: Int
  var kind: String?
  var scope: String?
  var file: Int?
  var line: Int?
  var plugin: String?
  var modules: [Int]?
  /// The keys that it asks for.
  var requests: [Int]?
  /// In which forms it does, where one of them is not `instance`. For a parameter that is taken as it is
  /// written, and could be understood in another way, behind a colon the form of that.
  var forms: [String]?
  /// The keys that the parameters would ask for if they were understood in the other way; less than zero where
  /// there is none.
  var alternative: [Int]?
  var effect: String?
  var source: String?
  var details: Binding.Details?

  /// A binding of which only the key is known.
  init(key: Int) {
    self.key = key
  }
}

extension GraphEntry {
  /// What is usual is left out: the root component, a single binding, requests for the value itself.
  init(_ binding: Binding, _ tables: inout GraphTables.Writer) {
    component = binding.component == 0 ? nil : binding.component
    key = tables.place(of: binding.key)
    kind = binding.kind == .single ? nil : binding.kind.rawValue
    scope = binding.scope
    file = binding.location.map { tables.place(of: $0) }
    line = binding.location?.line
    plugin = binding.provenance.origin
    let modules = binding.provenance.modules.map { tables.place(of: $0) }
    self.modules = modules.isEmpty ? nil : modules
    let requests = binding.requests
    self.requests = requests.isEmpty ? nil : requests.map { tables.place(of: $0.key) }
    if requests.contains(where: { $0.form != .instance || $0.alternative != nil }) {
      forms = requests.map(Self.form)
    }
    if requests.contains(where: { $0.alternative != nil }) {
      alternative = requests.map { $0.alternative.map { tables.place(of: $0.key) } ?? -1 }
    }
    effect = binding.effect?.rawValue
    source = binding.source?.rawValue
    details = binding.details
  }

  private static func form(of request: Request) -> String {
    guard request.form == .instance, let alternative = request.alternative else {
      return request.form.rawValue
    }
    return "\(request.form.rawValue):\(alternative.form.rawValue)"
  }

  /// The binding at a place of its graph.
  func binding(at place: Int, _ tables: GraphTables) throws(GraphDocumentDefect) -> Binding {
    var binding = Binding(
      id: place, component: component ?? 0, key: try tables.key(at: key),
      kind: try Self.value(kind, "bindings[\(place)].kind") ?? .single, scope: scope,
      location: try location(tables),
      provenance: Provenance(origin: plugin, modules: try modules(tables)),
      requests: try requests(place, tables),
      effect: try Self.value(effect, "bindings[\(place)].effect"),
      source: try Self.value(source, "bindings[\(place)].source"))
    binding.details = details
    return binding
  }

  private func requests(
    _ place: Int, _ tables: GraphTables
  ) throws(GraphDocumentDefect) -> [Request] {
    guard let keys = requests else { return [] }
    guard (forms?.count ?? keys.count) == keys.count,
      (alternative?.count ?? keys.count) == keys.count
    else {
      throw .member(
        path: "bindings[\(place)]", "has lists of requests that are not of one length")
    }
    var requests: [Request] = []
    requests.reserveCapacity(keys.count)
    for number in keys.indices {
      var request = Request(key: try tables.key(at: keys[number]), form: .instance)
      var other: RequestForm?
      if let forms {
        let text = forms[number]
        if let form = RequestForm(rawValue: text) {
          request.form = form
        } else {
          let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
          request.form =
            try Self.value(parts.first ?? text, "bindings[\(place)].forms") ?? .instance
          other = try Self.value(parts.dropFirst().first, "bindings[\(place)].forms")
        }
      }
      if let alternative, alternative[number] >= 0 {
        request.alternative = Request.Reading(
          key: try tables.key(at: alternative[number]), form: other ?? .instance)
      }
      requests.append(request)
    }
    return requests
  }

  /// - Parameter member: The path of the member that says so.
  static func value<Value: RawRepresentable<String>>(
    _ text: String?, _ member: @autoclosure () -> String
  ) throws(GraphDocumentDefect) -> Value? {
    guard let text else { return nil }
    guard let value = Value(rawValue: text) else {
      throw .member(
        path: member(), "is `\(text)`, which this host doesn't know")
    }
    return value
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
