import CleanseGraph

/// A graph for a test: plain data that can be played to a recorder, and shrunk.
struct GraphPlan: Sendable {
  /// A key, independent of types.
  struct Key: Hashable, Sendable, CustomStringConvertible {
    enum Shape: Sendable {
      case one, maybe, late, list, bag, table, injector, factory, seed, root
      /// Factories of subcomponents: with a scope and a seed, with neither, with a tagged seed.
      case scoped, bare, seededByTag
    }
    var shape: Shape
    var number: Int
    var tag: Int?
    /// The effect that the caller of a component factory or an assisted factory handles.
    var handled: Effect?

    var isCollection: Bool { [.list, .bag, .table].contains(shape) }
    var isComponent: Bool { [.scoped, .bare, .seededByTag].contains(shape) }
    var description: String {
      "\(shape)\(number)" + (tag.map { "#\($0)" } ?? "") + (handled.map { "!\($0)" } ?? "")
    }
  }

  enum Form: CaseIterable, Sendable {
    case instance, provider, function, sendableFunction, optional, weak, tagged
    /// Tagged or not.
    case throwing, awaiting
    /// A provider of each element of a collection.
    case elements
  }

  struct Request: Hashable, Sendable, CustomStringConvertible {
    var key: Key
    var form: Form
    /// Whether something is made with the requester: of the elements, contributions whose number of elements is unknown.
    var isEager: Bool { form == .instance || form == .optional || form == .elements }
    var description: String { "\(key).\(form)" }
  }

  struct Binding: Sendable {
    enum Source: Sendable {
      case factory, seed
      case install(component: Int)
    }
    var component: Int
    var key: Key
    var source = Source.factory
    var isShared = false
    /// Its precedence among the overrides of the key; nil if it is not an override itself.
    var override: Int?
    /// Whether it binds the whole collection.
    var isComplete = false
    /// Whether it wraps what others provide for the key.
    var isDecorator = false
    /// Whether a contribution to an array is declared as a single element.
    var isSingle = false
    /// The declared effect of the factory.
    var effect: Effect?
    /// Whether the factory throws, unless the census prevents it.
    var fails = false
    var order = 0
    /// The key of the entry in a dictionary.
    var label: Int { isComplete ? 1000 + entry : entry }
    /// The same, if it does not bind the whole dictionary.
    var entry = 0
    var requests: [Request] = []

    /// Whether it makes its requests only when it is called.
    var isCalled: Bool { key.shape == .injector || key.shape == .factory }
    /// Whether it adds to a collection.
    var isContribution: Bool { key.isCollection && !isComplete }
    /// Whether it contributes one element, which can be made separately from the others.
    var isElement: Bool { isContribution && (isSingle || key.shape == .table) }
    var isFactory: Bool {
      if case .factory = source { true } else { false }
    }
    /// Whether `build` awaits it.
    var isPrepared: Bool { isShared && effect == .asynchronous }
  }

  /// One declaration in a module.
  enum Item: Sendable {
    case bind(Int)
    /// A module, all of whose bindings can override.
    case include(part: Int, overriding: Int? = nil)
    case declareCollection(Key, allowsDuplicates: Bool)
    case declareOptional(Key)
    /// A component within itself.
    case installAgain(Key)
  }

  struct Component: Sendable {
    var parent: Int?
    /// The key of its factory.
    var key: Key
    var seed: Int?
    var root: Int
    /// The component's own configuration, which comes first, and its modules.
    var parts: [[Item]]
    var isScoped: Bool { key.shape != .bare }
  }

  var components: [Component] = []
  var bindings: [Binding] = []

  /// The declarations recorded in a component: its seed, and its items with each module once.
  func recorded(in component: Int) -> [Item] {
    recordedItems(in: component).map(\.item)
  }

  /// A statement that includes a module to override.
  struct Overriding {
    let precedence: Int
    let part: Int
  }

  /// The same, with the statement that makes each item an override: of those that include its module, directly or through
  /// other modules, the first with the highest precedence.
  func recordedItems(in component: Int) -> [(item: Item, override: Overriding?)] {
    guard isInstalled(component) else { return [] }
    var included: Set<Int> = [0]
    var statements: [Overriding] = []
    var inner: [Int: [Int]] = [:]
    func flatten(_ part: Int) -> [(item: Item, part: Int)] {
      components[component].parts[part].flatMap { item -> [(item: Item, part: Int)] in
        guard case .include(let next, let precedence) = item else { return [(item, part)] }
        if let precedence {
          statements.append(Overriding(precedence: precedence, part: next))
        } else if part != 0 {
          inner[part, default: []].append(next)
        }
        return included.insert(next).inserted ? flatten(next) : []
      }
    }
    let items = flatten(0)
    func reached(from part: Int) -> Set<Int> {
      var (seen, open): (Set<Int>, [Int]) = ([part], [part])
      while let next = open.popLast() {
        open += (inner[next] ?? []).filter { seen.insert($0).inserted }
      }
      return seen
    }
    func overriding(_ part: Int) -> Overriding? {
      let all = statements.filter { reached(from: $0.part).contains(part) }
      return all.first { statement in all.allSatisfy { $0.precedence <= statement.precedence } }
    }
    let seed = components[component].seed.map {
      [(item: Item.bind($0), override: Overriding?.none)]
    }
    return (seed ?? []) + items.map { ($0.item, overriding($0.part)) }
      + [(.bind(components[component].root), nil)]
  }

  private func isInstalled(_ component: Int) -> Bool {
    guard let parent = components[component].parent else { return true }
    return recorded(in: parent).contains { item in
      guard case .bind(let id) = item, case .install(component) = bindings[id].source else {
        return false
      }
      return true
    }
  }

  /// The number of the component's ancestors.
  func depth(of component: Int) -> Int {
    components[component].parent.map { depth(of: $0) + 1 } ?? 0
  }

  /// The subcomponent whose factory has this key.
  func child(of component: Int, key: Key) -> Int? {
    components.firstIndex { $0.parent == component && $0.key == key }
  }
}

extension GraphPlan: CustomStringConvertible {
  var description: String {
    components.indices.map { index in
      let component = components[index]
      let lines = recorded(in: index).map { item in
        switch item {
        case .bind(let id):
          let binding = bindings[id]
          let marks: [String] = [
            binding.isShared ? "shared" : nil, binding.effect?.rawValue,
            binding.override.map { "overriding(\($0))" }, binding.isComplete ? "whole" : nil,
            binding.isDecorator ? "decorator" : nil, binding.isSingle ? "single" : nil,
            binding.fails ? "fails" : nil, binding.order == 0 ? nil : "at \(binding.order)",
            binding.key.shape == .table ? "[\(binding.label)]" : nil,
          ].compactMap { $0 }
          return "  \(id): \(binding.key) \(marks) \(binding.source) <- \(binding.requests)"
        case .include: return "  include"
        case .declareCollection(let key, let allows): return "  collection \(key) \(allows)"
        case .declareOptional(let key): return "  optional \(key)"
        case .installAgain(let key): return "  cycle \(key)"
        }
      }
      return "component \(index) \(component.key) in \(component.parent ?? -1)\n"
        + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
