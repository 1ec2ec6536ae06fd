/// Links the bindings that a root needs, each after what it depends on.
@usableFromInline
package final class Linker {
  /// Why a recording can't be linked. The validators tell it in full; this is for a caller that
  /// went on without them.
  struct Failure: Error {
    let slot: Int?
  }

  private enum State {
    case untouched, entered
    case linked(AnyObject)
  }

  private let recording: Recording
  private var states: [State]
  private(set) var cellCount = 0
  private(set) var seedCell: Int?
  /// The binding that is being linked, and how many of its requests have been answered.
  private var current = (binding: 0, answered: 0)

  init(_ recording: Recording) {
    self.recording = recording
    states = Array(repeating: .untouched, count: recording.slots.count)
  }

  /// Links the slot and everything that it needs. Walks with a stack of its own, so that a long
  /// chain of dependencies is no danger.
  func link(slot root: Int) throws(Failure) -> AnyObject {
    var path: [(slot: Int, dependencies: [Int])] = []
    try enter(root, &path)
    while let last = path.indices.last {
      if let next = path[last].dependencies.popLast() {
        try enter(next, &path)
      } else {
        let slot = path.removeLast().slot
        states[slot] = .linked(linkEntered(slot))
      }
    }
    guard case .linked(let provider) = states[root] else { throw Failure(slot: root) }
    return provider
  }

  private func enter(
    _ slot: Int, _ path: inout [(slot: Int, dependencies: [Int])]
  ) throws(Failure) {
    switch states[slot] {
    case .linked: return
    case .entered: throw Failure(slot: slot)
    case .untouched: break
    }
    let content = recording.slots[slot]
    let isCollection = content.assembler != nil
    guard isCollection ? content.bindings.isEmpty : content.bindings.count == 1 else {
      throw Failure(slot: slot)
    }
    states[slot] = .entered
    var dependencies: [Int] = []
    for binding in content.bindings + content.contributions {
      for target in recording.targets[binding] {
        guard let target else { throw Failure(slot: slot) }
        if target.form != .weakProvider { dependencies.append(target.slot) }
      }
    }
    path.append((slot, dependencies.reversed()))
  }

  private func linkEntered(_ slot: Int) -> AnyObject {
    let content = recording.slots[slot]
    let weakSlot = content.isRequestedWeakly ? slot : nil
    guard let assembler = content.assembler else {
      return link(binding: content.bindings[0], weakSlot: weakSlot)
    }
    return assembler.assemble(content.contributions.map { link(binding: $0, weakSlot: nil) })
  }

  private func link(binding index: Int, weakSlot: Int?) -> AnyObject {
    let binding = recording.bindings[index]
    guard let link = binding.link else {
      seedCell = cellCount
      cellCount += 1
      return binding.key.filled(cell: cellCount - 1)
    }
    current = (index, 0)
    let provider = link(self)
    guard binding.isShared else { return provider }
    // Cells are numbered in the order of linking: what an instance needs has a smaller number.
    cellCount += 1
    return binding.key.share(provider, cell: cellCount - 1, weakSlot: weakSlot)
  }

  /// What answers the next request of the binding that is being linked.
  @usableFromInline
  func provider<Element>(of type: Element.Type) -> @Sendable (Context) -> Element {
    let (binding, request) = current
    current.answered += 1
    guard let target = recording.targets[binding][request],
      recording.bindings[binding].requests[request] == type
    else { preconditionFailure("A binding asked for what it has not recorded") }
    let key = recording.slots[target.slot].key
    if target.form == .weakProvider {
      return LinkedProvider<Element>.of(key.weakProvider(slot: target.slot)).get
    }
    guard case .linked(let provider) = states[target.slot] else {
      preconditionFailure("A binding was linked before what it needs")
    }
    return LinkedProvider<Element>.of(
      key.adapt(provider, to: target.form)
    ).get
  }
}
