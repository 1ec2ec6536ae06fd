/// A random graph of C and Swift bindings, in the root component and in subcomponents, as plain data.
struct CNamePlan: Sendable {
  /// A type as one of the two languages spells it.
  enum Element: Hashable, Sendable {
    /// In both languages.
    case integer, real
    /// In Swift: the type of a bridge for a pointer, the type of the pointer's other bridge, and the pointer
    /// itself.
    case thing(Int), other(Int), pointer
    /// In C: `tN *` and a structure.
    case target(Int), point
    /// In Swift: the root of a component, and its factory.
    case root(Int), factory(Int)
  }

  /// Distinguishes keys with the same element.
  enum Qualifier: Hashable, Sendable {
    case none
    /// In C, `@nN`. In Swift, the tag with this name.
    case name(Int)
    /// In Swift, another tag with the same name, and one that has none.
    case alias(Int), unnamed(Int)
  }

  struct Key: Hashable, Sendable {
    var element: Element
    var isArray = false
    var qualifier = Qualifier.none

    /// The C name of the qualifier.
    var name: Int? {
      switch qualifier {
      case .name(let name), .alias(let name): name
      case .none, .unnamed: nil
      }
    }
  }

  enum Form: Sendable {
    case value, optional, provider
  }

  struct Request: Sendable {
    var key: Key
    var form = Form.value
  }

  enum Role: Sendable {
    case whole
    /// For one element, or for an array with one.
    case contribution(order: Int, isArray: Bool)
    case override(precedence: Int)
  }

  struct Binding: Sendable {
    var component: Int
    var key: Key
    var isInC = false
    var role = Role.whole
    var isShared = false
    /// In C: whether its signature has `throws`. In Swift, all factories throw.
    var throwsInC = false
    var requests: [Request] = []
    /// The component that this binding installs.
    var installs: Int?

    var isRoot: Bool { if case .root = key.element { true } else { false } }
  }

  enum Item: Sendable {
    case bind(Int)
    case declareCollection(Key, isInC: Bool)
    case declareOptional(Key, isInC: Bool)
    /// The Swift type of `tN *`: `thing`, or `other`.
    case bridge(Int, isOther: Bool)
    case handle(Int)
  }

  struct Component: Sendable {
    var parent: Int?
    /// The binding of its root, which is declared last.
    var root: Int
    /// The component's declarations; for the root component, those of the application.
    var items: [Item] = []
  }

  var components: [Component] = []
  var bindings: [Binding] = []
  /// The contributors' declarations in the root component, after the application's.
  var contributors: [[Item]] = []

  /// All declarations in a component, in order.
  func items(of component: Int) -> [Item] {
    components[component].items + [.bind(components[component].root)]
      + (component == 0 ? contributors.flatMap(\.self) : [])
  }

  /// Removes a binding.
  mutating func remove(_ id: Int) {
    func isOther(_ item: Item) -> Bool {
      if case .bind(id) = item { false } else { true }
    }
    for component in components.indices {
      components[component].items = components[component].items.filter(isOther)
    }
    contributors = contributors.map { $0.filter(isOther) }
  }
}

extension CNamePlan: CustomStringConvertible {
  var description: String {
    func text(_ items: [Item]) -> String {
      items.map { item in
        guard case .bind(let id) = item else { return "    \(item)" }
        let binding = bindings[id]
        return "    \(id): \(binding.isInC ? "C" : "Swift") \(binding.key) \(binding.role)"
          + " \(binding.installs.map { "installs \($0)" } ?? "")\n"
          + binding.requests.map { "      <- \($0)" }.joined(separator: "\n")
      }.joined(separator: "\n")
    }
    return components.indices.map { index in
      "  component \(index) in \(components[index].parent ?? -1)\n"
        + text(components[index].items + [.bind(components[index].root)])
    }.joined(separator: "\n")
      + contributors.map { "\n  contributor\n" + text($0) }.joined()
  }
}
