/// Links the bindings that a root needs, each after what it depends on.
final class Linker {
  /// The recording can't be linked. The validators tell why; this is for a caller that went on
  /// without them.
  struct Failure: Error {}

  private enum State {
    case untouched, entered
    case linked(AnyObject)
  }

  /// A slot on the way, and how many of its dependencies have been linked.
  private struct Hop {
    let slot: Int
    let dependencies: [Int]
    var linked = 0
  }

  let recording: Recording
  private var states: [State]
  /// What was linked, in that order. Behind the states, so that it goes after them.
  let providers = LinkedProviders()
  /// How many cells each component has so far.
  var cellCounts: [Int]
  /// For each component, where its seed belongs, if anything needs it.
  var seedCells: [Int?]
  /// For each component, what its `build` has to await.
  var preparations: [[Preparation]]
  /// What comes of asking for each slot, once it is linked.
  private(set) var effects: [Effect?]
  /// How long the longest chain of dependencies is that starts at each slot.
  var depths: [Int]
  /// The binding that is being linked.
  var current = Current(binding: 0, met: nil, weakSlot: nil)

  init(_ recording: Recording) {
    self.recording = recording
    states = Array(repeating: .untouched, count: recording.slots.count)
    cellCounts = Array(repeating: 0, count: recording.components.count)
    seedCells = Array(repeating: nil, count: recording.components.count)
    preparations = Array(repeating: [], count: recording.components.count)
    effects = Array(repeating: nil, count: recording.slots.count)
    depths = Array(repeating: 0, count: recording.slots.count)
  }

  func linkRoot() throws(Failure) {
    guard let root = recording.components[0].root else { throw Failure() }
    _ = try link(slot: root.slot)
    try check(root, within: recording.components[0].recorded.effect)
  }

  /// Whether the linked slot can be made by somebody who can't wait.
  func isReady(slot: Int) -> Bool {
    effects[slot].isWithin(.throwing) && preparations.allSatisfy(\.isEmpty)
  }

  /// Links the slot and everything that it needs. Walks with a stack of its own, so that a long
  /// chain of dependencies is no danger.
  func link(slot root: Int) throws(Failure) -> AnyObject {
    var path: [Hop] = []
    try enter(root, &path)
    while let last = path.indices.last {
      if path[last].linked < path[last].dependencies.count {
        path[last].linked += 1
        try enter(path[last].dependencies[path[last].linked - 1], &path)
      } else {
        let hop = path.removeLast()
        let slot = hop.slot
        depths[slot] = hop.dependencies.reduce(0) { Swift.max($0, depths[$1]) } + 1
        let provider = try linkEntered(slot)
        providers.append(provider)
        states[slot] = .linked(provider)
      }
    }
    guard case .linked(let provider) = states[root] else { throw Failure() }
    return provider
  }

  private func enter(_ slot: Int, _ path: inout [Hop]) throws(Failure) {
    switch states[slot] {
    case .linked: return
    case .entered: throw Failure()
    case .untouched: break
    }
    states[slot] = .entered
    let content = recording.slots[slot]
    var dependencies: [Int] = []
    if let maker = recording.maker(of: content) {
      dependencies = try self.dependencies(of: maker)
    } else {
      guard content.assembler != nil, content.bindings.isEmpty, content.overrides.isEmpty else {
        throw Failure()
      }
      dependencies = content.inherited.map { [$0.slot] } ?? []
      for contribution in content.contributions {
        dependencies += try self.dependencies(of: contribution)
      }
    }
    path.append(Hop(slot: slot, dependencies: dependencies))
  }

  /// The slots that have to be linked before the binding.
  private func dependencies(of index: Int) throws(Failure) -> [Int] {
    let binding = recording.bindings[index]
    var slots: [Int] = []
    for target in binding.targets {
      guard let target else { throw Failure() }
      let isNeeded = target.form != .weakProvider && !recording.slots[target.slot].isAbsent
      if isNeeded { slots.append(target.slot) }
    }
    guard let component = binding.subcomponent else { return slots }
    guard let root = recording.components[component].root else { throw Failure() }
    return slots + [root.slot]
  }

  /// Links a slot whose dependencies are linked.
  private func linkEntered(_ slot: Int) throws(Failure) -> AnyObject {
    let content = recording.slots[slot]
    if let maker = recording.maker(of: content) {
      effects[slot] = try effect(of: maker)
      return link(binding: maker, weakSlot: content.isRequestedWeakly ? slot : nil)
    }
    guard let assembler = content.assembler else { throw Failure() }
    var met = content.inherited.flatMap { effects[$0.slot] }
    for contribution in content.contributions {
      met = max(met, try effect(of: contribution))
    }
    // The parts are put together at once.
    guard met.isWithin(.throwing) else { throw Failure() }
    effects[slot] = met
    let inherited = content.inherited.map { [linked($0)] } ?? []
    return assembler.assemble(
      inherited + content.contributions.map { link(binding: $0, weakSlot: nil) }, meeting: met)
  }

  /// The linked component, once its root is.
  func plan<C: ComponentBase>(of type: C.Type, component: Int) -> ComponentPlan<C> {
    guard let root = recording.components[component].root else {
      preconditionFailure("A component was linked without its root")
    }
    return ComponentPlan(
      root: EffectLink(provider(for: root)), cellCount: cellCounts[component],
      seedCell: seedCells[component], preparations: preparations[component],
      // An inner component's factory is among the providers, so it must not hold them; whoever has
      // what it builds also holds the component around it.
      providers: component == 0 ? providers : nil)
  }

  func provider(for target: Recording.Target) -> AnyObject {
    let key = recording.slots[target.slot].key
    if target.form == .weakProvider {
      return key.weakProvider(slot: target.slot, levels: target.levels)
    }
    guard !recording.slots[target.slot].isAbsent else { return key.absent() }
    guard let effect = effects[target.slot] else {
      return key.adapt(linked(target), to: target.form)
    }
    return key.adapt(linked(target), to: target.form, meeting: effect)
  }

  /// The provider of the target's value, whatever form was asked for.
  func linked(_ target: Recording.Target) -> AnyObject {
    guard case .linked(let provider) = states[target.slot] else {
      preconditionFailure("A binding was linked before what it needs")
    }
    guard target.levels > 0 else { return provider }
    let key = recording.slots[target.slot].key
    return effects[target.slot].map { key.lift(provider, levels: target.levels, meeting: $0) }
      ?? key.lift(provider, levels: target.levels)
  }
}
