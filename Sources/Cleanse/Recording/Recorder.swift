import CleanseGraph

/// Records what the modules of one component declare, while they do.
///
/// Used by one thread for the time of one recording. ``attempt(from:_:)`` makes the part of one
/// contributor all or nothing.
package final class Recorder {
  private struct Contents {
    var bindings: [RecordedBinding] = []
    var declarations: [RecordedBinding] = []
    var attachments: [any Sendable] = []
    var errors: [Diagnostic] = []
    /// The modules and the inner components that have been included.
    var included: Set<ObjectIdentifier> = []
  }

  /// What is recorded for good.
  private var kept = Contents()
  /// What is being recorded and can still be dropped.
  private var part = Contents()
  /// What contributors would have bound that were dropped.
  private var dropped: [BindingGraph.Dropped] = []
  /// The keys of the recording, shared by all its components.
  package let keys: KeyTable
  private(set) package var provenance: Provenance
  /// The place of everything that is recorded now among overrides, inside of an overriding module.
  private(set) package var override: Int?
  private var isFinished = false
  /// The component that is recorded, after its ancestors.
  private let nesting: [any Any.Type]
  /// The name of the component's scope, if it has one.
  package let scopeName: String?

  private init(
    nesting: [any Any.Type], scopeName: String?, keys: KeyTable, provenance: Provenance
  ) {
    self.nesting = nesting
    self.scopeName = scopeName
    self.keys = keys
    self.provenance = provenance
  }

  /// Runs the component's configuration, then that of further contributors.
  static func record<C: ComponentBase>(
    _ component: C.Type, keys: KeyTable, contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    record(component, inside: [], keys: keys, provenance: Provenance(), contribute: contribute)
  }

  private static func record<C: ComponentBase>(
    _ component: C.Type, inside outer: [any Any.Type], keys: KeyTable, provenance: Provenance,
    contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    let scope = C.Scope.self is any Scope.Type ? C.Scope.self : nil
    let recorder = Recorder(
      nesting: outer + [component], scopeName: scope.map(TypeName.display), keys: keys,
      provenance: provenance)
    if C.Seed.self != Void.self { recorder.recordSeed(C.Seed.self) }
    C.configure(binder: Binder(recorder: recorder))
    _ = C.configureRoot(binder: ReceiptBinder(recorder: recorder))
    contribute(recorder)
    recorder.keepPart()
    recorder.isFinished = true
    return RecordedComponent(
      type: component, scopeName: recorder.scopeName,
      root: keys.key(of: C.Root.self), effect: C.effect, bindings: recorder.kept.bindings,
      declarations: recorder.kept.declarations, attachments: recorder.kept.attachments,
      errors: recorder.kept.errors, dropped: recorder.dropped,
      linkFactory: { linker, component in
        let plan = linker.plan(of: C.self, component: component)
        return LinkedProvider<ComponentFactory<C>> { context, _ in
          ComponentFactory(plan: plan, outer: context)
        }
      })
  }

  /// Runs the configuration of a module that has not been included before.
  ///
  /// A module counts as included from the moment its configuration starts, so that modules may include
  /// each other, and themselves.
  func include<M: Module>(_ module: M.Type, configure: () -> Void) {
    guard isNew(module) else { return }
    provenance.modules.append(TypeName.display(module))
    configure()
    provenance.modules.removeLast()
  }

  /// Takes all that `record` records for overrides.
  func overriding(_ place: Int, _ record: () -> Void) {
    let outer = override
    override = place
    record()
    override = outer
  }

  /// Records an inner component that has not been installed before, and binds its factory.
  func install<C: Component>(_ component: C.Type, at location: RecordedLocation) {
    guard isNew(component) else { return }
    if let start = nesting.firstIndex(where: { $0 == component }) {
      part.errors.append(
        .ring(
          .componentCycle, "components", nesting[start...] + [component], at: location,
          provenance: provenance, fix: "install the component where it is not inside of itself"))
      return
    }
    let inner = Self.record(
      component, inside: nesting, keys: keys, provenance: Provenance(origin: provenance.origin))
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: ComponentFactory<C>.self), kind: .subcomponent, location: location,
          provenance: provenance),
        maker: Maker(source: .subcomponent(inner))))
    part.errors += inner.errors
  }

  private func isNew(_ type: any Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    return !kept.included.contains(identity) && part.included.insert(identity).inserted
  }

  package func record(_ binding: RecordedBinding) {
    guard !isFinished else { return }
    part.bindings.append(binding)
  }

  /// Binds what `build` is given. A seed that is a provider provides its element.
  private func recordSeed<Seed>(_ type: Seed.Type) {
    guard let derived = DerivedRequest(type), derived.form == .provider,
      let provider = type as? any SeedProvider.Type
    else {
      recordSeed(keys.key(of: type)) { InstanceKey<Seed>.filled(cell: $0) }
      return
    }
    guard derived.tag == nil else {
      recordSeed(keys.key(of: derived.element, tag: derived.tag)) { provider.filled(cell: $0) }
      return
    }
    recordSeed(keys.key(of: type)) { InstanceKey<Seed>.filled(cell: $0) }
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: derived.element), kind: .seedElement, location: nil,
          provenance: provenance,
          requests: [Request(key: keys.key(of: type), form: .instance)]),
        maker: Maker(source: .factory { provider.element($0) }, requestTypes: [type])))
  }

  private func recordSeed(_ key: Key, link: @escaping @Sendable (_ cell: Int) -> AnyObject) {
    record(
      RecordedBinding(
        Binding(key: key, kind: .seed, location: nil, provenance: provenance),
        maker: Maker(source: .seed(link))))
  }

  /// Records that a key may go without a binding.
  ///
  /// - Parameter assembler: Puts the contributions together, for a collection, which is then empty; nil
  ///   for an optional.
  package func declare(
    _ key: Key, _ assembler: (any CollectionAssembler.Type)?, allowsDuplicateKeys: Bool = false,
    guest: (any GuestBinding)? = nil, at location: RecordedLocation
  ) {
    guard !isFinished else { return }
    var data = Binding(
      key: key, kind: assembler == nil ? .optional : .declaration, location: location,
      provenance: provenance)
    data.allowsDuplicateKeys = allowsDuplicateKeys ? true : nil
    part.declarations.append(
      RecordedBinding(
        data, maker: Maker(source: .declaration, assembler: assembler, guest: guest)))
  }

  /// Makes a language known that contributors declare bindings in.
  package func use(_ language: any GuestLanguage.Type) {
    keys.language = language
  }

  /// Records what is declared in the guest language beside bindings.
  package func attach(_ attachment: any Sendable) {
    guard !isFinished else { return }
    part.attachments.append(attachment)
  }

  /// Records that the configuration can't be used as it is.
  package func addError(_ message: String, at location: RecordedLocation?) {
    addError(.configurationError, message, at: location?.sourceLocation)
  }

  /// Records that the configuration can't be used as it is, and of which kind the mistake is.
  package func addError(
    _ code: Diagnostic.Code, _ message: String, at location: SourceLocation?,
    notes: [Diagnostic.Note] = [], fix: String? = nil
  ) {
    part.errors.append(
      Diagnostic(
        code, .error, message, at: location, provenance: provenance, notes: notes, fix: fix))
  }

  /// Records what `configure` declares under the origin's name, or, when it adds an error, nothing.
  ///
  /// - Returns: The errors that were added; none when the bindings were taken.
  package func attempt(from origin: String, _ configure: (Recorder) -> Void) -> [Diagnostic] {
    keepPart()
    let outer = provenance
    provenance = Provenance(origin: origin)
    configure(self)
    provenance = outer
    let added = part.errors
    if added.isEmpty { keepPart() } else { dropPart() }
    return added
  }

  /// Takes over what an earlier recording of the component knows of contributors that are not asked
  /// any more: what was dropped then, and the parts of those that are dropped now.
  package func recordDropped(of earlier: Recording, origins: Set<String>) {
    dropped += earlier.dropped
    for (binding, maker) in zip(earlier.graph.bindings, earlier.makers)
    where binding.component == 0 && binding.kind != .declaration && binding.kind != .optional
      && binding.provenance.origin.map(origins.contains) ?? false
    {
      drop(binding, maker)
    }
  }

  private func dropPart() {
    for binding in part.bindings { drop(binding.data, binding.maker) }
    part = Contents()
  }

  /// Keeps what a binding would have provided, by the name that its contributor gave it.
  private func drop(_ binding: Binding, _ maker: Maker) {
    dropped.append(
      BindingGraph.Dropped(
        key: maker.guest?.key(in: keys) ?? binding.key,
        location: binding.location, provenance: binding.provenance))
  }

  private func keepPart() {
    // Nearly always there is nothing yet, and many large values need not be copied.
    if kept.bindings.isEmpty {
      swap(&kept.bindings, &part.bindings)
    } else {
      kept.bindings += part.bindings
    }
    kept.declarations += part.declarations
    kept.attachments += part.attachments
    kept.errors += part.errors
    kept.included.formUnion(part.included)
    part = Contents()
  }
}

extension Diagnostic {
  fileprivate static func ring(
    _ code: Code, _ kind: String, _ ring: [any Any.Type], at location: RecordedLocation,
    provenance: Provenance, fix: String
  ) -> Diagnostic {
    Diagnostic(
      code, .error,
      "a ring of \(kind): " + ring.map(TypeName.display).joined(separator: " → "),
      at: location.sourceLocation, provenance: provenance, fix: fix,
      arguments: .hops(ring.dropLast().map(TypeName.display)))
  }
}

extension ComponentBase {
  /// What `build` copes with.
  fileprivate static var effect: Effect? {
    guard Failure.self != Never.self else { return nil }
    return Self.self is any AsyncComponent.Type ? .asynchronous : .throwing
  }
}
