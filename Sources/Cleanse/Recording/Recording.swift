/// Everything that the modules of a root component and of the components inside of it declared, with
/// each request matched to what answers it. The graph and the linker both read it, so that they
/// can't disagree.
package final class Recording: Sendable {
  /// A component among those of the tree.
  struct Component: Sendable {
    let recorded: RecordedComponent
    /// The component around it; nothing for the root component, which comes first.
    let parent: Int?
    /// What answers a request for the root.
    var root: Target?
  }

  /// A binding of some component.
  struct Binding: Sendable {
    var recorded: RecordedBinding
    let component: Int
    /// What it answers to, together with others.
    let slot: Int
    /// For the factory of an inner component: which it is.
    let subcomponent: Int?
    /// What answers the requests, in their order; nothing for what is missing.
    var targets: [Target?] = []
  }

  /// All that answers to one key in one component.
  struct Slot: Sendable {
    let key: any RecordedKey.Type
    let component: Int
    /// Bindings of the key itself; more than one is a mistake.
    var bindings: [Int] = []
    /// Bindings that replace all others of the key.
    var overrides: [Int] = []
    /// The contributions to the collection, in their order.
    var contributions: [Int] = []
    /// Present when the slot is a collection.
    var assembler: (any CollectionAssembler.Type)?
    /// Whether it may be asked for as an optional although nothing is bound.
    var isOptional = false
    /// The same collection in the nearest component around that has it; it comes first.
    var inherited: Target?
    var isRequestedWeakly = false

    /// Whether nothing is there to make a value with.
    var isAbsent: Bool { bindings.isEmpty && overrides.isEmpty && assembler == nil }

    /// The binding that alone makes the slot's value, if there is just one that can: the override
    /// in effect, or the only binding. Nothing for a collection that is put together.
    func maker(among all: [Binding]) -> Int? {
      guard let highest = overrides.compactMap({ all[$0].recorded.override }).max() else {
        return assembler == nil && bindings.count == 1 ? bindings[0] : nil
      }
      let inEffect = overrides.filter { all[$0].recorded.override == highest }
      return inEffect.count == 1 ? inEffect[0] : nil
    }
  }

  /// The binding that alone makes the slot's value, as ``Slot/maker(among:)`` tells.
  func maker(of slot: Slot) -> Int? {
    slot.maker(among: bindings)
  }

  /// What answers a request.
  struct Target: Sendable {
    let slot: Int
    let form: AccessForm
    /// How many components further out the slot is.
    let levels: Int
  }

  let components: [Component]
  let bindings: [Binding]
  let slots: [Slot]
  /// What is wrong with names of C.
  let conflicts: [Diagnostic]

  /// What a component declares, and what `contribute` adds to it on behalf of others.
  package convenience init<C: ComponentBase>(
    of component: C.Type, contribute: (Recorder) -> Void = { _ in }
  ) {
    self.init(Recorder.record(component, contribute: contribute))
  }

  init(_ root: RecordedComponent) {
    var matcher = RequestMatcher(root)
    matcher.match()
    components = matcher.components
    bindings = matcher.bindings
    slots = matcher.slots
    conflicts = matcher.conflicts
  }
}
