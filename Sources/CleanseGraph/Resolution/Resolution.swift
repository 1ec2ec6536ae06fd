/// What the resolver decided about declarations: everything that a reader of the graph needs to know
/// beyond what was declared.
///
/// Bindings, components, groups and requests are named by their indices. All of it is linear in the
/// size of the declarations.
@frozen package struct Resolution: Sendable {
  /// What provides the value of a group.
  @frozen package enum Provider: Sendable {
    /// The group has no binding, only the declaration of an optional.
    case none
    /// A single binding, or the one override in effect.
    case binding(Int)
    /// Contributions, in their order, after those of the inherited group.
    case collection
    /// Several bindings that exclude each other, which is an error.
    case ambiguous
  }

  /// Why a binding, a request or a root can't be linked.
  @frozen package enum Defect: Sendable {
    /// No binding provides the key.
    case missing
    /// Several bindings provide the key.
    case ambiguous
    /// An error propagates to a requester that can't handle it.
    case unhandledError
    /// A value has to be awaited, and the requester does not wait.
    case unawaited
  }

  /// An index, or none, in a quarter of what an `Int?` takes: graphs have as many as they have requests.
  @propertyWrapper
  @frozen package struct SmallIndex: Sendable {
    private var value: Int32 = -1

    package init() {}

    package var wrappedValue: Int? {
      get { value < 0 ? nil : Int(value) }
      set { value = newValue.map(Int32.init) ?? -1 }
    }
  }

  /// A range of indices, in half of what a `Range<Int>` takes.
  @propertyWrapper
  struct SmallRange: Sendable {
    private var lower: Int32 = 0
    private var upper: Int32 = 0

    var wrappedValue: Range<Int> {
      get { Int(lower)..<Int(upper) }
      set { (lower, upper) = (Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
    }
  }

  /// All bindings of one key in one component.
  @frozen package struct Group: Sendable {
    package let component: Int
    package let key: Key
    /// In ``Resolution/members``, in the order of declaration; there is at least one.
    @SmallRange var members
    /// In ``Resolution/effective``, in the order in which contributions are put together.
    @SmallRange var effective
    /// The precedence of the overrides in effect, if there are some.
    var highestOverride: Int?
    /// Whether a contribution or the declaration of a collection is among the members.
    var hasParts = false
    /// Whether the members are overrides of what an ancestor provides.
    var overridesOuter = false
    /// Whether the value is a collection, or takes the place of one, so that contributions of descendants
    /// are added to it.
    var isExtensible = false
    /// Whether the key is declared as an optional.
    var isOptional = false
    package var provider = Provider.none
    /// The group that provides the key to the parent component; the group shadows it, unless it adds to it.
    @SmallIndex var outer
    /// The outer group, where contributions are added to it; it comes first.
    @SmallIndex package var inherited
    /// The number of the cycle through deferred requests that the group is part of.
    @SmallIndex package var cycle: Int?
    /// The effect that propagates to a requester of the value.
    package var effect: Effect?
    package var isRequestedWeakly = false

    init(component: Int, key: Key) {
      (self.component, self.key) = (component, key)
    }

    /// The binding that alone provides the value, if there is one.
    var binding: Int? { if case .binding(let binding) = provider { binding } else { nil } }
    /// Whether the value is put together from contributions.
    package var isCollection: Bool { if case .collection = provider { true } else { false } }
    /// Whether there is no binding, only a declaration that there may be none.
    package var isAbsent: Bool { if case .none = provider { true } else { false } }
  }

  /// What provides a request.
  @frozen package struct Answer: Sendable {
    /// The group; nil where no binding provides the key. That of a declared optional which is absent is
    /// known, too.
    @SmallIndex package var group: Int?
    private var levelCount: Int32 = 0
    /// Whether the group has no binding, so that an optional is nil.
    package var isAbsent = false
    package var defect: Defect?

    /// No binding provides the key.
    init() {}

    init(group: Int, levels: Int, isAbsent: Bool = false) {
      self.group = group
      levelCount = Int32(levels)
      self.isAbsent = isAbsent
    }

    /// How many components outwards the group is.
    package var levels: Int { Int(levelCount) }
  }

  /// A step of the shortest path from the root of the root component.
  struct Step: Sendable {
    /// How many bindings are on the path, with this one.
    var length: Int
    /// The binding before it; itself for the root.
    var previous: Int
    /// The third binding of the path, or this one where it comes earlier.
    var third: Int
  }

  /// The numbers of keys, and by these the groups.
  var numbers = KeyNumbers(in: nil)
  var table = GroupTable()
  /// In the order of their first bindings.
  package var groups: [Group] = []
  var members: [Int] = []
  var effective: [Int] = []
  /// The groups of each component.
  package var groupsOfComponents: [[Int]] = []
  /// The group of each binding.
  package var groupsOfBindings: [Int] = []
  /// Whether an override is in effect instead of the binding.
  var isReplaced: [Bool] = []
  /// The effect of making each binding's value that propagates to its requesters.
  package var effects: [Effect?] = []
  /// What keeps a binding itself from being linked.
  package var defects: [Int: Defect] = [:]
  /// What provides the root of each component.
  package var roots: [Answer] = []
  /// By binding; nil for one that the root does not lead to.
  var steps: [Step?] = []
  /// The bindings of each strongly connected part of the graph of immediate dependencies: each is an
  /// error.
  var immediateCycles: [[Int]] = []
  /// The groups of each strongly connected part of the graph that deferred requests are part of.
  package var cycles: [[Int]] = []
  /// The bindings of these parts.
  package var cyclicBindings: Set<Int> = []
  /// The answers to the requests of all bindings, one binding after the other.
  var answers: [Answer] = []
  /// Where the answers of each binding begin.
  var firstAnswers: [Int] = []

  /// The bindings of a group, in the order of declaration.
  package func members(of group: Int) -> ArraySlice<Int> { members[groups[group].members] }

  /// The bindings of a group that are in effect, in the order in which contributions are put together.
  package func effective(of group: Int) -> ArraySlice<Int> { effective[groups[group].effective] }

  /// The answers to the requests of a binding, in their order.
  package func answers(of binding: Int) -> ArraySlice<Answer> {
    answers[firstAnswers[binding]..<firstAnswers[binding + 1]]
  }

  /// The answer to one request of a binding.
  package func answer(to request: Int, of binding: Int) -> Answer {
    answers[firstAnswers[binding] + request]
  }

  /// A group, and after it those that it inherits contributions from, outwards.
  package func chain(from group: Int) -> some Sequence<Int> {
    // Without the others, as they would be copied for it.
    sequence(first: group) { [groups] in groups[$0].inherited }
  }

  /// The bindings in effect for a request that a group answers; inherited contributions come first.
  func bindings(of answer: Int?) -> [Int] {
    guard let answer else { return [] }
    guard groups[answer].inherited != nil else { return Array(effective(of: answer)) }
    // Components can be nested deeper than a stack has room for.
    return chain(from: answer).reversed().flatMap { effective(of: $0) }
  }
}
