/// Lays a tree of recorded components out flat and finds what answers each request.
struct RequestMatcher {
  private(set) var components: [Recording.Component] = []
  var bindings: [Recording.Binding] = []
  private(set) var slots: [Recording.Slot] = []
  private var tables: [SlotTable] = []
  /// What names of C mean.
  private let dictionary: ForeignDictionary
  /// What is wrong with these names.
  var conflicts: [Diagnostic] { dictionary.conflicts }

  init(_ root: RecordedComponent) {
    dictionary = ForeignDictionary(root)
    add(root, inside: nil)
  }

  private mutating func add(_ recorded: RecordedComponent, inside parent: Int?) {
    let recorded = recorded.settled(by: dictionary)
    let component = components.count
    components.append(Recording.Component(recorded: recorded, parent: parent))
    tables.append(SlotTable())
    let firstSlot = slots.count
    var inner: [(binding: Int, recorded: RecordedComponent)] = []
    for binding in recorded.bindings {
      add(binding, to: component, &inner)
    }
    for declaration in recorded.declarations {
      let slot = slot(of: declaration.key, in: component)
      if let assembler = declaration.assembler {
        slots[slot].assembler = assembler
      } else {
        slots[slot].isOptional = true
      }
    }
    for slot in firstSlot..<slots.count {
      // A sort that keeps the order of equal elements, as the standard library's does.
      slots[slot].contributions.sort {
        bindings[$0].recorded.place < bindings[$1].recorded.place
      }
    }
    for (binding, recorded) in inner {
      bindings[binding] = Recording.Binding(
        recorded: bindings[binding].recorded, component: component,
        slot: bindings[binding].slot, subcomponent: components.count)
      add(recorded, inside: component)
    }
  }

  private mutating func add(
    _ binding: RecordedBinding, to component: Int,
    _ inner: inout [(binding: Int, recorded: RecordedComponent)]
  ) {
    let slot = slot(of: binding.key, in: component)
    if let assembler = binding.assembler {
      slots[slot].contributions.append(bindings.count)
      slots[slot].assembler = assembler
    } else if binding.override != nil {
      slots[slot].overrides.append(bindings.count)
    } else {
      slots[slot].bindings.append(bindings.count)
    }
    if case .subcomponent(let recorded) = binding.maker {
      inner.append((bindings.count, recorded))
    }
    bindings.append(
      Recording.Binding(
        recorded: binding, component: component, slot: slot, subcomponent: nil))
  }

  private mutating func slot(of key: any RecordedKey.Type, in component: Int) -> Int {
    if let slot = tables[component].slot(of: key) { return slot }
    tables[component].add(key, slot: slots.count)
    slots.append(Recording.Slot(key: key, component: component))
    return slots.count - 1
  }

  /// Matches everything, once all components have been added.
  mutating func match() {
    for slot in slots.indices where slots[slot].assembler != nil {
      guard let parent = components[slots[slot].component].parent,
        let outer = target(of: slots[slot].key.request, from: parent, levels: 1),
        slots[outer.slot].assembler != nil
      else { continue }
      slots[slot].inherited = outer
    }
    for index in bindings.indices {
      let binding = bindings[index]
      bindings[index].targets = binding.recorded.requests.map {
        target(of: $0, from: binding.component)
      }
    }
    for index in components.indices {
      components[index].root = target(of: components[index].recorded.root, from: index)
    }
    fillObjectGraphs()
    for target in bindings.flatMap(\.targets) {
      if let target, target.form == .weakProvider { slots[target.slot].isRequestedWeakly = true }
    }
  }

  /// What answers the request, in the nearest component that has it. A declaration that nothing
  /// need be there answers only a request for an optional, and only if nothing is there.
  private mutating func target(
    of request: any Any.Type, from component: Int, levels: Int = 0
  ) -> Recording.Target? {
    var (component, levels) = (component, levels)
    var absent: Recording.Target?
    // Looked at only where the type itself is not bound in the nearest component.
    lazy var derived = DerivedRequest(request)
    while true {
      // That `Provider<T>` need not be bound as such says nothing about that of a bound `T`.
      let direct = tables[component].directAnswer(to: request)
        .flatMap { slots[$0.slot].isAbsent ? nil : $0 }
      if let (slot, form) = direct ?? derived.flatMap(tables[component].derivedAnswer) {
        let target = Recording.Target(slot: slot, form: form, levels: levels)
        guard slots[slot].isAbsent else { return target }
        if form == .optional { absent = absent ?? target }
      }
      guard let parent = components[component].parent else { return absent }
      component = parent
      levels += 1
    }
  }
}
