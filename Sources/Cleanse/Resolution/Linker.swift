/// Links the bindings that a root needs, each after what it depends on.
@usableFromInline
package final class Linker {
  /// The recording can't be linked. The validators tell why; this is for a caller that went on
  /// without them.
  struct Failure: Error {}

  private enum State {
    case untouched, entered
    case linked(AnyObject)
  }

  /// A slot on the way, and those of its dependencies that are still to be linked.
  private struct Hop {
    let slot: Int
    var rest: [Int]
  }

  private let recording: Recording
  private var states: [State]
  /// How many cells each component has so far.
  private(set) var cellCounts: [Int]
  /// For each component, where its seed belongs, if anything needs it.
  private(set) var seedCells: [Int?]
  /// The binding that is being linked, and how many of its requests have been answered.
  private var current = (binding: 0, answered: 0)

  init(_ recording: Recording) {
    self.recording = recording
    states = Array(repeating: .untouched, count: recording.slots.count)
    cellCounts = Array(repeating: 0, count: recording.components.count)
    seedCells = Array(repeating: nil, count: recording.components.count)
  }

  func linkRoot() throws(Failure) {
    guard let root = recording.components[0].root else { throw Failure() }
    _ = try link(slot: root.slot)
  }

  /// Links the slot and everything that it needs. Walks with a stack of its own, so that a long
  /// chain of dependencies is no danger.
  func link(slot root: Int) throws(Failure) -> AnyObject {
    var path: [Hop] = []
    try enter(root, &path)
    while let last = path.indices.last {
      if let next = path[last].rest.popLast() {
        try enter(next, &path)
      } else {
        let slot = path.removeLast().slot
        states[slot] = .linked(linkEntered(slot))
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
    path.append(Hop(slot: slot, rest: dependencies.reversed()))
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

  private func linkEntered(_ slot: Int) -> AnyObject {
    let content = recording.slots[slot]
    if let maker = recording.maker(of: content) {
      return link(binding: maker, weakSlot: content.isRequestedWeakly ? slot : nil)
    }
    guard let assembler = content.assembler else {
      preconditionFailure("A slot was entered that nothing can make")
    }
    let inherited = content.inherited.map { [linked($0)] } ?? []
    return assembler.assemble(
      inherited + content.contributions.map { link(binding: $0, weakSlot: nil) })
  }

  private func link(binding index: Int, weakSlot: Int?) -> AnyObject {
    let (binding, component) = (
      recording.bindings[index].recorded, recording.bindings[index].component
    )
    let provider: AnyObject
    switch binding.maker {
    case .seed:
      let cell = newCell(in: component)
      seedCells[component] = cell
      return binding.key.filled(cell: cell)
    case .subcomponent(let inner):
      provider = inner.linkFactory(self, recording.bindings[index].subcomponent ?? component)
    case .factory(let link):
      current = (index, 0)
      provider = link(self)
    }
    guard binding.isShared else { return provider }
    return binding.key.share(provider, cell: newCell(in: component), weakSlot: weakSlot)
  }

  /// Cells are numbered in the order of linking: what an instance needs has a smaller number.
  private func newCell(in component: Int) -> Int {
    cellCounts[component] += 1
    return cellCounts[component] - 1
  }

  /// What answers the next request of the binding that is being linked.
  @usableFromInline
  func provider<Element>(of type: Element.Type) -> @Sendable (Context) -> Element {
    let binding = recording.bindings[current.binding]
    let request = current.answered
    current.answered += 1
    guard let target = binding.targets[request], binding.recorded.requests[request] == type else {
      preconditionFailure("A binding asked for what it has not recorded")
    }
    return LinkedProvider<Element>.of(provider(for: target)).get
  }

  /// The linked component, once its root is.
  func plan<C: ComponentBase>(of type: C.Type, component: Int) -> ComponentPlan<C> {
    guard let root = recording.components[component].root else {
      preconditionFailure("A component was linked without its root")
    }
    return ComponentPlan(
      root: LinkedProvider.of(provider(for: root)), cellCount: cellCounts[component],
      seedCell: seedCells[component])
  }

  private func provider(for target: Recording.Target) -> AnyObject {
    let key = recording.slots[target.slot].key
    if target.form == .weakProvider {
      return key.weakProvider(slot: target.slot, levels: target.levels)
    }
    guard !recording.slots[target.slot].isAbsent else { return key.absent() }
    return key.adapt(linked(target), to: target.form)
  }

  /// The provider of the target's value, whatever form was asked for.
  private func linked(_ target: Recording.Target) -> AnyObject {
    guard case .linked(let provider) = states[target.slot] else {
      preconditionFailure("A binding was linked before what it needs")
    }
    guard target.levels > 0 else { return provider }
    return recording.slots[target.slot].key.lift(provider, levels: target.levels)
  }
}
