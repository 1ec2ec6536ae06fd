/// What was declared, as a value: the one thing that validators, reports and tools read.
///
/// The nodes are ``bindings``. The edges are their ``Binding/requests``: one goes from a binding to
/// every binding that answers the key, as ``bindings(answering:from:)`` tells; a further one goes
/// from the factory of an inner component to that component's root. The graph holds no live object
/// and no closure, so it can come from another process or from a file as well.
public struct BindingGraph: Hashable, Sendable {
  /// A component: a root, and the bindings that belong to it.
  public struct Component: Hashable, Sendable, Codable {
    /// The component type's name.
    public var name: String
    /// The name of the scope of its shared instances; nothing if it has none.
    public var scope: String?
    /// The key that `build` returns the value of.
    public var root: Key
    /// The place of the component around it; nothing for the root component.
    public var parent: Int?
    /// What whoever calls `build` copes with.
    public var effect: Effect?

    /// A component, for tools that make up a graph of their own.
    public init(
      name: String, scope: String? = nil, root: Key, parent: Int? = nil, effect: Effect? = nil
    ) {
      self.name = name
      self.effect = effect
      self.scope = scope
      self.root = root
      self.parent = parent
    }
  }

  /// The root component comes first, and each one before those inside of it.
  public let components: [Component]
  /// In the order of declaration, component by component.
  public let bindings: [Binding]
  /// What the modules themselves reported while they were being recorded.
  public let reported: [Diagnostic]
  /// What contributors would have bound that were rejected. Nothing answers by it.
  public let dropped: [Dropped]
  /// What names of C stand for, as contributors say. All that is bound has been named by it already; graphs
  /// that are linked may name more.
  public let cNames: CNames

  let index: BindingIndex

  /// - Precondition: Each binding's id is its place in `bindings`, and each component stands behind
  ///   the one around it; `isWellFormed` tells.
  public init(
    components: [Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [Dropped] = [], cNames: CNames = CNames()
  ) {
    precondition(
      Self.isWellFormed(components, bindings), "the graph's places do not refer to each other")
    self.components = components
    self.bindings = bindings
    self.reported = reported
    self.dropped = dropped
    self.cNames = cNames
    index = BindingIndex(components: components, bindings: bindings)
  }

  /// The bindings of the key in a component itself, in the order of declaration.
  public func bindings(of key: Key, in component: Int = 0) -> [Binding] {
    (index.group(of: key, in: component)?.places ?? []).map { bindings[$0] }
  }

  /// Whether an override stands in the binding's place, so that it makes nothing.
  public func isReplaced(_ binding: Binding) -> Bool {
    bindings.indices.contains(binding.id) && isReplaced(at: binding.id)
  }

  /// The same of the binding at a place, without copying it.
  func isReplaced(at place: Int) -> Bool {
    guard let highest = index.groups[index.groupsOfBindings[place]].highestOverride else {
      return false
    }
    return bindings[place].override.map { $0 < highest } ?? true
  }

  /// The overrides in effect, each with what it replaces in its component.
  public var overrides: [(override: Binding, replaced: [Binding])] {
    bindings.filter { $0.override != nil && !isReplaced($0) }.map { override in
      (override, bindings(of: override.key, in: override.component).filter(isReplaced))
    }
  }

  /// The bindings that answer a request from a component: those of the nearest component around it
  /// that has some. To a collection, the components further out contribute as well, and come first.
  public func bindings(answering key: Key, from component: Int = 0) -> [Binding] {
    index.places(answering: key, from: component).map { bindings[$0] }
  }

  /// The components around a component, the nearest first.
  public func components(around component: Int) -> [Int] {
    Array(sequence(first: component) { components[$0].parent }.dropFirst())
  }

  /// Whether a request from the component may find nothing when it is for an optional.
  public func isOptional(_ key: Key, from component: Int = 0) -> Bool {
    var next: Int? = component
    while let place = next {
      if index.group(of: key, in: place)?.isOptional == true { return true }
      next = components[place].parent
    }
    return false
  }

  /// What has to be there before the binding's value can be made, or can be made by it: all that
  /// answers its requests but the weak ones, and the root of the inner component that it builds.
  public func dependencies(of binding: Binding) -> [Binding] {
    guard bindings.indices.contains(binding.id) else { return [] }
    return dependencyPlaces(of: binding.id).map { bindings[$0] }
  }

  /// The places of what the binding at a place depends on.
  func dependencyPlaces(of place: Int) -> [Int] {
    var places: [Int] = []
    for (request, answer) in index.answersOfBindings[place].enumerated()
    where bindings[place].requests[request].form != .weakProvider {
      places += index.places(of: answer)
    }
    guard let inner = bindings[place].subcomponent else { return places }
    return places + index.places(answering: components[inner].root, from: inner)
  }

  /// The keys of a component, in the order in which they were first bound.
  public func keys(of component: Int = 0) -> [Key] {
    index.groupsOfComponents[component].map { index.groups[$0].key }
  }

  /// The bindings that ask for the key, in the order of declaration.
  public func bindings(requesting key: Key) -> [Binding] {
    bindings.filter { $0.requests.contains { $0.key == key } }
  }

  static func isWellFormed(_ components: [Component], _ bindings: [Binding]) -> Bool {
    !components.isEmpty && components[0].parent == nil
      && components.indices.dropFirst().allSatisfy { index in
        components[index].parent.map { (0..<index).contains($0) } ?? false
      }
      && bindings.indices.allSatisfy { index in
        let component = bindings[index].component
        return bindings[index].id == index && components.indices.contains(component)
          && (bindings[index].subcomponent.map { inner in
            components.indices.contains(inner) && components[inner].parent == component
          } ?? true)
      }
  }
}

extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported, dropped, cNames
  }

  /// Reads a graph that came from elsewhere.
  ///
  /// - Throws: Also when its places do not refer to each other, which would trap later.
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
      reported: try container.decode([Diagnostic].self, forKey: .reported),
      dropped: try container.decodeIfPresent([Dropped].self, forKey: .dropped) ?? [],
      cNames: try container.decodeIfPresent(CNames.self, forKey: .cNames) ?? CNames())
  }

  /// Writes what the graph consists of; its index is made anew when it is read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
    try container.encode(bindings, forKey: .bindings)
    try container.encode(reported, forKey: .reported)
    if !dropped.isEmpty { try container.encode(dropped, forKey: .dropped) }
    if cNames != CNames() { try container.encode(cNames, forKey: .cNames) }
  }
}
