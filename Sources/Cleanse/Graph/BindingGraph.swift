/// What was declared, as a value: the one thing that validators, reports and tools read.
///
/// The nodes are ``bindings``. The edges are their ``Binding/requests``: one goes from a binding to
/// every binding of the key that it asks for. The graph holds no live object and no closure, so it
/// can come from another process or from a file as well.
public struct BindingGraph: Hashable, Sendable {
  /// A component: a root, and the bindings that belong to it.
  public struct Component: Hashable, Sendable, Codable {
    public var name: String
    public var scope: String?
    /// The key that `build` returns the value of.
    public var root: Key

    public init(name: String, scope: String? = nil, root: Key) {
      self.name = name
      self.scope = scope
      self.root = root
    }
  }

  /// The root component comes first.
  public let components: [Component]
  /// In the order of declaration.
  public let bindings: [Binding]
  /// What the modules themselves reported while they were being recorded.
  public let reported: [Diagnostic]

  private let index: [Key: [Int]]

  /// - Precondition: Each binding's id is its place in `bindings`.
  public init(components: [Component], bindings: [Binding], reported: [Diagnostic] = []) {
    precondition(bindings.indices.allSatisfy { bindings[$0].id == $0 }, "ids have to be places")
    self.components = components
    self.bindings = bindings
    self.reported = reported
    index = Dictionary(grouping: bindings.indices) { bindings[$0].key }
  }

  /// The bindings of the key, in the order of declaration.
  public func bindings(of key: Key) -> [Binding] {
    (index[key] ?? []).map { bindings[$0] }
  }

  /// The keys of the graph, in the order in which they were first bound.
  public var keys: [Key] {
    index.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map(\.key)
  }

  /// The bindings that ask for the key, in the order of declaration.
  public func bindings(requesting key: Key) -> [Binding] {
    bindings.filter { $0.requests.contains { $0.key == key } }
  }
}

extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let bindings = try container.decode([Binding].self, forKey: .bindings)
    guard bindings.indices.allSatisfy({ bindings[$0].id == $0 }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .bindings, in: container, debugDescription: "the ids are not 0, 1, 2, …")
    }
    self.init(
      components: try container.decode([Component].self, forKey: .components), bindings: bindings,
      reported: try container.decode([Diagnostic].self, forKey: .reported))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
    try container.encode(bindings, forKey: .bindings)
    try container.encode(reported, forKey: .reported)
  }
}
