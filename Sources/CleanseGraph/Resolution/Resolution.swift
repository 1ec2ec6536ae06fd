/// The result of resolving declarations: everything that a reader of the graph needs beyond the declarations.
///
/// Bindings, components, groups and requests are referred to by index. The size is linear in the size of the
/// declarations.
@frozen package struct Resolution: Sendable {
  /// The provider of the value of a group.
  @frozen package enum Provider: Sendable {
    /// The group has no binding, only the declaration of an optional.
    case none
    /// A single binding, or the one override in effect.
    case binding(BindingIndex)
    /// Contributions, in their order, after those of the inherited group.
    case collection
    /// Several bindings that exclude each other, which is an error.
    case ambiguous
  }

  /// The reason why a binding, a request or a root can't be linked.
  @frozen package enum Defect: Sendable {
    /// No binding provides the key.
    case missing
    /// Several bindings provide the key.
    case ambiguous
    /// An error propagates to a requester that can't handle it.
    case unhandledError
    /// A value has to be awaited, but the requester does not await it.
    case unawaited
  }

  /// An optional index, in a quarter of the size of an `Int?`: a graph has one for each request.
  @propertyWrapper
  @frozen package struct SmallIndex: Sendable {
    private var value: Int32 = -1

    package init() {}

    package var wrappedValue: GroupIndex? {
      get { value < 0 ? nil : GroupIndex(Int(value)) }
      set { value = newValue.map { Int32($0.number) } ?? -1 }
    }
  }

  /// A range of indices, in half of the size of a `Range<Int>`.
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
  // In the order of their sizes: a large graph has many groups, and one of them takes a line of the cache.
  @frozen package struct Group: Sendable {
    package let key: Key
    /// The range in ``Resolution/members``, in the order of declaration; it is not empty.
    @SmallRange var members
    /// The range in ``Resolution/effective``, in the order of the elements of a collection.
    @SmallRange var effective
    private var precedence = 0
    package let component: ComponentIndex
    /// The ancestor's group to which this group adds contributions; its contributions come first.
    @SmallIndex package var inherited
    /// The group that provides the key to the parent component. This group shadows it or adds to it.
    @SmallIndex package var ancestor
    /// What the decorator wraps in the same component, or the declaration of an optional there, if the decorator wraps the
    /// value of an ancestor; nil if there is neither, and for other groups.
    @SmallIndex package var decorated
    private var cycleNumber: Int32 = -1
    package var provider = Provider.none
    private var isOverridden = false
    /// Whether a contribution or the declaration of a collection is among the members.
    var hasParts = false
    /// Whether the members are overrides of what an ancestor provides.
    var overridesAncestor = false
    /// Whether the value is a collection or overrides one, so that contributions of descendants are added
    /// to it.
    var isExtensible = false
    /// Whether the key is declared as an optional.
    var isOptional = false
    /// The effect that propagates to a requester of the value.
    package var effect: Effect?
    package var isRequestedWeakly = false

    /// The precedence of the overrides in effect; nil if there are none.
    var highestOverride: Int? {
      get { isOverridden ? precedence : nil }
      set { (isOverridden, precedence) = (newValue != nil, newValue ?? 0) }
    }

    /// The number of the cycle through deferred requests that the group is part of.
    package var cycle: Int? { cycleNumber < 0 ? nil : Int(cycleNumber) }

    /// Marks the group as a part of a cycle.
    mutating func join(cycle: Int) { cycleNumber = Int32(cycle) }

    init(component: ComponentIndex, key: Key) {
      (self.component, self.key) = (component, key)
    }

    /// The single binding that provides the value; nil for any other provider.
    var binding: BindingIndex? { if case .binding(let binding) = provider { binding } else { nil } }
    /// Whether the value is a collection of contributions.
    package var isCollection: Bool { if case .collection = provider { true } else { false } }
    /// Whether the group has no binding, only the declaration of an optional.
    package var isAbsent: Bool { if case .none = provider { true } else { false } }
  }

  /// The answer to a request.
  @frozen package struct Answer: Sendable {
    /// The group that provides the key, or that declares an absent optional; nil if there is neither.
    @SmallIndex package var group
    private var levelCount: Int32 = 0
    /// Whether the group has no binding, so that an optional is nil.
    package var isAbsent = false
    package var defect: Defect?
    /// Whether the form of the request is weak, and whether its value is made later than that of the binding. It is kept here
    /// so that following dependencies does not have to wait for the memory of each binding.
    var isWeak = false
    var isDeferred = false

    /// No binding provides the key.
    init() {}

    init(group: GroupIndex, levels: Int, isAbsent: Bool = false) {
      self.group = group
      levelCount = Int32(levels)
      self.isAbsent = isAbsent
    }

    /// The number of levels from the requesting component up to the component of the group.
    package var levels: Int { Int(levelCount) }
  }

  /// A service of a component.
  package struct Service: Sendable {
    /// The binding of the service.
    package let binding: BindingIndex
    /// The binding that declares it as a service: it, or one that it overrides.
    package let role: BindingIndex
    /// The bindings of the services of the same component that have to be ready before it starts, in order.
    package var predecessors: [BindingIndex] = []
    /// One more than the largest stage of its predecessors, from 1; nil for a service of a cycle or after one.
    package var stage: Int?

    init(binding: BindingIndex, role: BindingIndex) {
      (self.binding, self.role) = (binding, role)
    }
  }

  /// A step of the shortest path from the root of the root component.
  struct Step: Sendable {
    /// The number of bindings on the path, including this one; zero for a binding that is not reachable from the root.
    var length: Int32
    /// The previous binding; the binding itself for the root.
    var previous: BindingIndex
    /// The third binding of the path, or this one if the path is shorter.
    var third: BindingIndex
  }

  /// The numbers of keys.
  var numbers = KeyNumbers(in: nil)
  /// The groups, by the numbers of their keys.
  var table = GroupTable()
  /// The groups, in the order of their first bindings.
  package var groups: [Group] = []
  var members: [BindingIndex] = []
  var effective: [BindingIndex] = []
  /// The groups of each component.
  package var groupsOfComponents: [[GroupIndex]] = []
  /// The group of each binding.
  package var groupsOfBindings: [GroupIndex] = []
  /// For each binding, whether it is replaced by an override.
  var isReplaced: [Bool] = []
  /// For each binding, the effect that propagates to its requesters.
  package var effects: [Effect?] = []
  /// The defects of bindings themselves, by binding.
  package var defects: [BindingIndex: Defect] = [:]
  /// The answer for the root of each component.
  package var roots: [Answer] = []
  /// The services of the components that have any, in the order of declaration.
  package var services: [ComponentIndex: [Service]] = [:]
  /// The last step of the path to each binding.
  var steps: [Step] = []
  /// The bindings of each strongly connected component of the immediate dependencies: each is an
  /// error.
  var immediateCycles: [[BindingIndex]] = []
  /// The groups of each strongly connected component of all dependencies, also deferred and weak ones.
  package var cycles: [[GroupIndex]] = []
  /// The bindings of the strongly connected components of ``cycles``.
  package var cyclicBindings: Set<BindingIndex> = []
  /// The answers to the requests of all bindings, one binding after the other.
  var answers: [Answer] = []
  /// The index in ``answers`` of the first answer of each binding; the last element is the number of answers.
  var firstAnswers: [Int] = []
  /// For each binding, whether it provides the factory of a subcomponent.
  var isFactory: [Bool] = []

  /// The indices of all groups.
  package var groupIndices: Range<GroupIndex> { GroupIndex(0)..<GroupIndex(groups.count) }

  /// The bindings of a group, in the order of declaration.
  package func members(of group: GroupIndex) -> ArraySlice<BindingIndex> {
    members[groups[group].members]
  }

  /// The bindings of a group that are in effect, also the declarations of a collection, in the order of its elements.
  package func effective(of group: GroupIndex) -> ArraySlice<BindingIndex> {
    effective[groups[group].effective]
  }

  /// Whether a weak provider of the group's value makes it if there is none: it is one shared instance, and
  /// making it can't fail.
  package func isMadeOnWeakRequest(_ group: GroupIndex, of bindings: [Binding]) -> Bool {
    guard let binding = groups[group].binding, groups[group].effect == nil else { return false }
    return bindings[binding].scope != nil && !bindings[binding].isPrepared
  }

  /// Whether an override replaces a binding, or it is a decorator without a value to wrap.
  package func isReplaced(_ binding: BindingIndex) -> Bool { isReplaced[binding.number] }

  /// The answers to the requests of a binding, in their order.
  package func answers(of binding: BindingIndex) -> ArraySlice<Answer> {
    answers[firstAnswers[binding.number]..<firstAnswers[binding.number + 1]]
  }

  /// The answer to one request of a binding.
  package func answer(to request: RequestIndex, of binding: BindingIndex) -> Answer {
    answers[firstAnswers[binding.number] + request.number]
  }

  /// A group, followed by those from which it inherits contributions, the nearest ancestor first.
  package func chain(from group: GroupIndex) -> some Sequence<GroupIndex> {
    // Captures only the groups, so that the other properties are not copied.
    sequence(first: group) { [groups] in groups[$0].inherited }
  }

  /// The bindings in effect for a request that a group answers; inherited contributions come first.
  package func bindings(of answer: GroupIndex?) -> [BindingIndex] {
    guard let answer else { return [] }
    guard groups[answer].inherited != nil else { return Array(effective(of: answer)) }
    // No recursion: components can be nested deeper than the stack allows.
    return chain(from: answer).reversed().flatMap { effective(of: $0) }
  }
}
