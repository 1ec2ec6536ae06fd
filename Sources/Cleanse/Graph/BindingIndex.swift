/// What answers what in a graph, found once for all who ask.
///
/// It tells bindings by their places in ``BindingGraph/bindings``: a binding is large, and copying one
/// takes longer than finding it.
struct BindingIndex: Sendable {
  /// The bindings of one key in one component.
  struct Group: Sendable {
    let component: Int
    let key: Key
    /// In the order of declaration; there is at least one.
    fileprivate(set) var places: [Int] = []
    /// Those in effect: the overrides of the highest place, or all where there is none.
    /// Declarations of optionals make nothing.
    fileprivate(set) var inEffect: [Int] = []
    /// Whether what is in effect is a collection.
    fileprivate(set) var isCollection = false
    /// Whether the key is declared as one that may have no value.
    fileprivate(set) var isOptional = false
    /// The place of the overrides in effect, if there are some.
    fileprivate(set) var highestOverride: Int?
    /// The same collection in the nearest component around that has it; it comes first.
    fileprivate(set) var inherited: Int?
  }

  private struct Place: Hashable {
    let component: Int
    let key: Key
  }

  /// In the order of their first bindings.
  private(set) var groups: [Group] = []
  /// The groups of each component.
  private(set) var groupsOfComponents: [[Int]]
  /// The group of each binding.
  private(set) var groupsOfBindings: [Int] = []
  /// The ways from the root, once somebody asks for one.
  let rootPaths = LazyRootPaths()
  /// For each binding, the groups that answer its requests; nothing for what is missing.
  private(set) var answersOfBindings: [[Int?]] = []
  private var numbers: [Place: Int]
  private let parents: [Int?]

  init(components: [BindingGraph.Component], bindings: [Binding]) {
    parents = components.map(\.parent)
    groupsOfComponents = Array(repeating: [], count: components.count)
    numbers = Dictionary(minimumCapacity: bindings.count)
    for place in bindings.indices {
      let (component, key) = (bindings[place].component, bindings[place].key)
      let number = numbers[Place(component: component, key: key), default: groups.count]
      if number == groups.count {
        numbers[Place(component: component, key: key)] = number
        groups.append(Group(component: component, key: key))
        groupsOfComponents[component].append(number)
      }
      groups[number].places.append(place)
      groupsOfBindings.append(number)
    }
    for group in groups.indices { groups[group].settle(bindings) }
    for group in groups.indices where groups[group].isCollection {
      let inherited = parents[groups[group].component].flatMap {
        self.group(answering: groups[group].key, from: $0)
      }
      groups[group].inherited = inherited.flatMap { groups[$0].isCollection ? $0 : nil }
    }
    answersOfBindings = bindings.indices.map { place in
      bindings[place].requests.map { group(answering: $0.key, from: bindings[place].component) }
    }
  }

  /// The number of the group of the key's bindings in a component itself.
  func number(of key: Key, in component: Int) -> Int? {
    numbers[Place(component: component, key: key)]
  }

  /// The bindings of the key in a component itself.
  func group(of key: Key, in component: Int) -> Group? {
    number(of: key, in: component).map { groups[$0] }
  }

  /// The number of the group that answers a request from a component: of the nearest one that has
  /// something in effect.
  func group(answering key: Key, from component: Int) -> Int? {
    var next: Int? = component
    while let component = next {
      if let group = number(of: key, in: component), !groups[group].inEffect.isEmpty {
        return group
      }
      next = parents[component]
    }
    return nil
  }

  /// A group that answers a request, and behind it those that contribute from further out.
  func chain(from answer: Int) -> some Sequence<Int> {
    sequence(first: answer) { groups[$0].inherited }
  }

  /// The bindings that answer a request from a component.
  func places(answering key: Key, from component: Int) -> [Int] {
    places(of: group(answering: key, from: component))
  }

  /// The bindings of a group that answers a request, behind those that contribute from further out.
  func places(of answer: Int?) -> [Int] {
    guard let answer else { return [] }
    guard groups[answer].inherited != nil else { return groups[answer].inEffect }
    // A file can have components inside of each other beyond what a stack has room for.
    return chain(from: answer).reversed().flatMap { groups[$0].inEffect }
  }
}

extension BindingIndex.Group {
  fileprivate mutating func settle(_ bindings: [Binding]) {
    highestOverride = places.compactMap { bindings[$0].override }.max()
    isOptional = places.contains { bindings[$0].kind == .optional }
    if let highestOverride {
      inEffect = places.filter { bindings[$0].override == highestOverride }
    } else {
      inEffect = isOptional ? places.filter { bindings[$0].kind != .optional } : places
    }
    isCollection = inEffect.contains { bindings[$0].kind.isPartOfCollection }
  }
}

/// It follows from the rest of the graph, so that it is equal where that is.
extension BindingIndex: Hashable {
  static func == (left: BindingIndex, right: BindingIndex) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
