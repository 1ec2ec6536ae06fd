/// Everything that the modules of one component declared, with each request matched to what
/// answers it. The graph and the linker both read it, so that they can't disagree.
package final class Recording: Sendable {
  /// All that answers to one key.
  struct Slot: Sendable {
    let key: any RecordedKey.Type
    /// Indices of the bindings of the key itself; more than one is a mistake.
    var bindings: [Int] = []
    /// Indices of the contributions to the collection, in their order.
    var contributions: [Int] = []
    /// Present when the slot is a collection.
    var assembler: (any CollectionAssembler.Type)?
    var isRequestedWeakly = false
  }

  /// What answers a request.
  struct Target: Sendable {
    let slot: Int
    let form: AccessForm
  }

  let component: any Any.Type
  let scope: (any Any.Type)?
  let root: any Any.Type
  let bindings: [RecordedBinding]
  let declarations: [Recorder.Declaration]
  let errors: [Diagnostic]
  let slots: [Slot]
  /// For each binding, what answers its requests, in their order; nothing for what is missing.
  let targets: [[Target?]]
  let rootSlot: Int?

  init<C: ComponentBase>(of component: C.Type, from recorder: Recorder) {
    recorder.finish()
    self.component = component
    scope = C.Scope.self is any Scope.Type ? C.Scope.self : nil
    root = C.Root.self
    bindings = recorder.bindings
    declarations = recorder.declarations
    errors = recorder.errors
    var table = SlotTable()
    for (index, binding) in bindings.enumerated() {
      table.add(binding, at: index)
    }
    for declaration in declarations {
      table.declare(declaration)
    }
    targets = bindings.map { binding in binding.requests.map { table.target(of: $0) } }
    slots = table.slots
    rootSlot = table.target(of: C.Root.self)?.slot
  }

  /// Runs the component's configuration, then that of further contributors.
  ///
  /// - Parameter contribute: Given the recorder after the component's own modules, to let others
  ///   add theirs.
  package convenience init<C: ComponentBase>(
    of component: C.Type, contribute: (Recorder) -> Void = { _ in }
  ) {
    let recorder = Recorder()
    recorder.configure(component)
    contribute(recorder)
    self.init(of: component, from: recorder)
  }
}

extension Recorder {
  fileprivate func configure<C: ComponentBase>(_ component: C.Type) {
    if C.Seed.self != Void.self {
      record(
        RecordedBinding(
          key: InstanceKey<C.Seed>.self, assembler: nil, isShared: false, isRoot: false,
          location: nil, provenance: provenance, requests: [], link: nil))
    }
    C.configure(binder: Binder(recorder: self))
    _ = C.configureRoot(binder: ReceiptBinder(recorder: self))
  }
}
