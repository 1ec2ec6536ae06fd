/// What was declared, as a value: the one thing that validators, reports and tools read.
///
/// The nodes are ``bindings``. The edges are their ``Binding/requests``: one goes from a binding to
/// every binding that answers the key, as ``bindings(answering:from:)`` tells; a further one goes
/// from the factory of an inner component to that component's root. The graph holds no live object
/// and no closure, so it can come from another process or from a file as well.
public struct BindingGraph: Hashable, Sendable {
  /// A component: a root, and the bindings that belong to it.
  public struct Component: Hashable, Sendable, Codable {
    public var name: String
    public var scope: String?
    /// The key that `build` returns the value of.
    public var root: Key
    /// The place of the component around it; nothing for the root component.
    public var parent: Int?

    public init(name: String, scope: String? = nil, root: Key, parent: Int? = nil) {
      self.name = name
      self.scope = scope
      self.root = root
      self.parent = parent
    }
  }

  private struct Place: Hashable {
    let component: Int
    let key: Key
  }

  /// The root component comes first, and each one before those inside of it.
  public let components: [Component]
  /// In the order of declaration, component by component.
  public let bindings: [Binding]
  /// What the modules themselves reported while they were being recorded.
  public let reported: [Diagnostic]

  private let index: [Place: [Int]]

  /// - Precondition: Each binding's id is its place in `bindings`, and each component stands behind
  ///   the one around it; `isWellFormed` tells.
  public init(components: [Component], bindings: [Binding], reported: [Diagnostic] = []) {
    precondition(
      Self.isWellFormed(components, bindings), "the graph's places do not refer to each other")
    self.components = components
    self.bindings = bindings
    self.reported = reported
    index = Dictionary(grouping: bindings.indices) {
      Place(component: bindings[$0].component, key: bindings[$0].key)
    }
  }

  /// The bindings of the key in a component itself, in the order of declaration.
  public func bindings(of key: Key, in component: Int = 0) -> [Binding] {
    places(of: key, in: component).map { bindings[$0] }
  }

  /// The bindings that answer a request from a component: those of the nearest component around it
  /// that has some. To a collection, the components further out contribute as well, and come first.
  public func bindings(answering key: Key, from component: Int = 0) -> [Binding] {
    places(answering: key, from: component).map { bindings[$0] }
  }

  /// What has to be there before the binding's value can be made, or can be made by it: all that
  /// answers its requests but the weak ones, and the root of the inner component that it builds.
  public func dependencies(of binding: Binding) -> [Binding] {
    dependencyPlaces(of: binding).map { bindings[$0] }
  }

  /// The keys of a component, in the order in which they were first bound.
  public func keys(of component: Int = 0) -> [Key] {
    index.filter { $0.key.component == component }
      .sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map(\.key.key)
  }

  /// The bindings that ask for the key, in the order of declaration.
  public func bindings(requesting key: Key) -> [Binding] {
    bindings.filter { $0.requests.contains { $0.key == key } }
  }

  // What follows tells bindings by their places, as a binding is large and copying it takes longer
  // than finding it.

  /// The places of the key's bindings in a component itself.
  func places(of key: Key, in component: Int) -> [Int] {
    index[Place(component: component, key: key)] ?? []
  }

  /// The places of the bindings that answer a request.
  func places(answering key: Key, from component: Int) -> [Int] {
    var answer: [Int] = []
    var next: Int? = component
    while let place = next {
      next = components[place].parent
      let found = places(of: key, in: place)
      guard !found.isEmpty else { continue }
      let isCollection = found.contains { bindings[$0].kind.isPartOfCollection }
      guard answer.isEmpty || isCollection else { break }
      answer = answer.isEmpty ? found : found + answer
      guard isCollection else { break }
    }
    return answer
  }

  /// The places of what the binding depends on.
  func dependencyPlaces(of binding: Binding) -> [Int] {
    var places: [Int] = []
    for request in binding.requests where request.form != .weakProvider {
      places += self.places(answering: request.key, from: binding.component)
    }
    guard let inner = binding.subcomponent else { return places }
    return places + self.places(answering: components[inner].root, from: inner)
  }

  /// The places of bindings that share their key with others of the component, key by key, in the
  /// order of the first of them.
  var placesOfSharedKeys: [[Int]] {
    index.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  private static func isWellFormed(_ components: [Component], _ bindings: [Binding]) -> Bool {
    !components.isEmpty && components[0].parent == nil
      && components.indices.dropFirst().allSatisfy { index in
        components[index].parent.map { (0..<index).contains($0) } ?? false
      }
      && bindings.indices.allSatisfy { index in
        let binding = bindings[index]
        return binding.id == index && components.indices.contains(binding.component)
          && (binding.subcomponent.map { inner in
            components.indices.contains(inner) && components[inner].parent == binding.component
          } ?? true)
      }
  }
}

extension Binding.Kind {
  /// Whether it adds to a collection or declares one.
  var isPartOfCollection: Bool { self == .contribution || self == .declaration }
}

extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let components = try container.decode([Component].self, forKey: .components)
    let bindings = try container.decode([Binding].self, forKey: .bindings)
    guard Self.isWellFormed(components, bindings) else {
      throw DecodingError.dataCorruptedError(
        forKey: .bindings, in: container,
        debugDescription: "the places of components and bindings do not refer to each other")
    }
    self.init(
      components: components, bindings: bindings,
      reported: try container.decode([Diagnostic].self, forKey: .reported))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
    try container.encode(bindings, forKey: .bindings)
    try container.encode(reported, forKey: .reported)
  }
}
