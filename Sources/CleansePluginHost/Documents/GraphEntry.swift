import CleanseGraph

/// A binding, as stored in a document.
///
/// It consists of strings and numbers: a document has many bindings, and decoding other types is slow.
struct GraphEntry: Encodable {
  var component: Int?
  var key: Int
  var kind: String?
  var scope: String?
  var file: Int?
  var line: Int?
  var plugin: String?
  var modules: [Int]?
  /// The indices of the requested keys.
  var requests: [Int]?
  /// The forms of the requests, unless all are `instance`. Those of the other readings follow after colons, unless the
  /// only other one is the type as written.
  var forms: [String]?
  /// The indices of the keys of the other readings, of the first one if there are several; negative for a request
  /// without another reading.
  var alternative: [Int]?
  /// The keys of the other readings after the first: for each, the index of the request and that of the key.
  var further: [Int]?
  var effect: String?
  var source: String?
  var details: Binding.Details?

  /// Creates a binding with only a key.
  init(key: Int) {
    self.key = key
  }
}

extension GraphEntry {
  /// Creates the entry of a binding. Defaults are omitted: the root component, a single binding, requests for the
  /// value itself.
  init(_ binding: Binding, _ tables: inout GraphTables.Writer) {
    component = binding.component == .root ? nil : binding.component.number
    key = tables.index(of: binding.key)
    kind = binding.kind == .single ? nil : binding.kind.rawValue
    scope = binding.scope
    file = binding.location.map { tables.index(of: $0) }
    line = binding.location?.line
    plugin = binding.provenance.origin
    let modules = binding.provenance.modules.map { tables.index(of: $0) }
    self.modules = modules.isEmpty ? nil : modules
    let requests = binding.requests
    self.requests = requests.isEmpty ? nil : requests.map { tables.index(of: $0.key) }
    if requests.contains(where: { $0.form != .instance || $0.hasAlternatives }) {
      forms = requests.map(Self.form)
    }
    if requests.contains(where: \.hasAlternatives) {
      alternative = requests.map { $0.alternatives.first.map { tables.index(of: $0.key) } ?? -1 }
      let further = requests.enumerated().flatMap { number, request in
        request.alternatives.dropFirst().flatMap { [number, tables.index(of: $0.key)] }
      }
      self.further = further.isEmpty ? nil : further
    }
    effect = binding.effect?.rawValue
    source = binding.source?.rawValue
    details = binding.details
  }

  private static func form(of request: Request) -> String {
    let others = request.alternatives.map(\.form)
    guard others != [.instance] else { return request.form.rawValue }
    return ([request.form] + others).map(\.rawValue).joined(separator: ":")
  }

  /// The binding of the entry, at an index of its graph.
  ///
  /// - Parameter previous: The binding before it, with which it shares what they have in common.
  func binding(
    at index: Int, _ tables: GraphTables, after previous: Binding?
  ) throws(GraphDocumentDefect) -> Binding {
    var binding = Binding(
      id: BindingIndex(index), component: component.map(ComponentIndex.init) ?? .root,
      key: try tables.key(at: key),
      kind: try Self.value(kind, "bindings[\(index)].kind") ?? .single,
      scope: scope == previous?.scope ? previous?.scope : scope,
      location: try location(tables),
      provenance: try provenance(tables, after: previous?.provenance),
      requests: try requests(index, tables),
      effect: try Self.value(effect, "bindings[\(index)].effect"),
      source: try Self.value(source, "bindings[\(index)].source"))
    binding.details = details
    return binding
  }

  private func requests(
    _ index: Int, _ tables: GraphTables
  ) throws(GraphDocumentDefect) -> [Request] {
    guard let keys = requests else { return [] }
    guard (forms?.count ?? keys.count) == keys.count,
      (alternative?.count ?? keys.count) == keys.count
    else {
      throw .member(
        path: "bindings[\(index)]", "has lists of requests with different lengths")
    }
    let further = try furtherKeys(index, requests: keys.count)
    var requests: [Request] = []
    requests.reserveCapacity(keys.count)
    for number in keys.indices {
      var request = Request(key: try tables.key(at: keys[number]), form: .instance)
      var others: [RequestForm] = []
      if let forms {
        let text = forms[number]
        if let form = RequestForm(rawValue: text) {
          request.form = form
        } else {
          // Not a path: the forms of a request.
          for part in text.split(separator: ":", omittingEmptySubsequences: false) {
            others.append(try Self.value(String(part), "bindings[\(index)].forms") ?? .instance)
          }
          request.form = others.removeFirst()
        }
      }
      if let alternative, alternative[number] >= 0 {
        request.alternatives = [
          Request.Reading(
            key: try tables.key(at: alternative[number]), form: others.first ?? .instance)
        ]
      }
      for key in further[number] ?? [] {
        let form = others.dropFirst(request.alternatives.count).first ?? .instance
        request.alternatives.append(Request.Reading(key: try tables.key(at: key), form: form))
      }
      requests.append(request)
    }
    return requests
  }

  /// The indices of the keys of the other readings after the first, by request.
  private func furtherKeys(
    _ index: Int, requests: Int
  ) throws(GraphDocumentDefect) -> [Int: [Int]] {
    guard let further else { return [:] }
    let path = "bindings[\(index)].further"
    guard further.count.isMultiple(of: 2) else {
      throw .member(path: path, "has a request without a key")
    }
    var keys: [Int: [Int]] = [:]
    for position in stride(from: 0, to: further.count, by: 2) {
      let request = further[position]
      guard (0..<requests).contains(request), alternative.map({ $0[request] >= 0 }) ?? false else {
        throw .member(path: path, "has a request without another reading")
      }
      keys[request, default: []].append(further[position + 1])
    }
    return keys
  }

  /// Parses a value of an enumeration.
  ///
  /// - Parameter member: The path of the member that has it, for errors.
  static func value<Value: RawRepresentable<String>>(
    _ text: String?, _ member: @autoclosure () -> String
  ) throws(GraphDocumentDefect) -> Value? {
    guard let text else { return nil }
    guard let value = Value(rawValue: text) else {
      throw .member(
        path: member(), "is `\(text)`, which this host does not support")
    }
    return value
  }

  private func location(_ tables: GraphTables) throws(GraphDocumentDefect) -> SourceLocation? {
    guard let index = file else { return nil }
    let file = try tables.file(at: index)
    return SourceLocation(file: file.file, path: file.path, line: line ?? 0)
  }

  private func provenance(
    _ tables: GraphTables, after previous: Provenance?
  ) throws(GraphDocumentDefect) -> Provenance {
    var names: [String] = []
    for index in modules ?? [] { names.append(try tables.module(at: index)) }
    if let previous, previous.origin == plugin, previous.modules == names { return previous }
    return Provenance(origin: plugin, modules: names)
  }
}
