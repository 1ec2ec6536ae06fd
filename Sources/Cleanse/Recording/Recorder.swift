/// Records what the modules of one component declare, while they do.
///
/// Used by one thread for the time of one recording. ``attempt(from:_:)`` makes the part of one
/// contributor all or nothing.
package final class Recorder {
  private struct Contents {
    var bindings: [RecordedBinding] = []
    var declarations: [RecordedComponent.Declaration] = []
    var bridges: [RecordedBridge] = []
    var destructors: [RecordedDestructor] = []
    var errors: [Diagnostic] = []
    /// The modules and the inner components that have been included.
    var included: Set<ObjectIdentifier> = []
  }

  /// What is recorded for good.
  private var kept = Contents()
  /// What is being recorded and can still be dropped.
  private var part = Contents()
  /// What contributors would have bound that were dropped.
  private var dropped: [DroppedBinding] = []
  private(set) var provenance: Provenance
  /// The place of everything that is recorded now among overrides, inside of an overriding module.
  private(set) var override: Int?
  private var isFinished = false
  /// The component that is recorded, behind those around it.
  private let nesting: [any Any.Type]

  private init(nesting: [any Any.Type], provenance: Provenance) {
    self.nesting = nesting
    self.provenance = provenance
  }

  /// Runs the component's configuration, then that of further contributors.
  static func record<C: ComponentBase>(
    _ component: C.Type, contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    record(component, inside: [], provenance: Provenance(), contribute: contribute)
  }

  private static func record<C: ComponentBase>(
    _ component: C.Type, inside outer: [any Any.Type], provenance: Provenance,
    contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    let recorder = Recorder(nesting: outer + [component], provenance: provenance)
    if C.Seed.self != Void.self {
      recorder.record(
        RecordedBinding(
          key: InstanceKey<C.Seed>.self, location: nil,
          provenance: provenance, requests: [], maker: .seed))
    }
    C.configure(binder: Binder(recorder: recorder))
    _ = C.configureRoot(binder: ReceiptBinder(recorder: recorder))
    contribute(recorder)
    recorder.keepPart()
    recorder.isFinished = true
    return RecordedComponent(
      type: component, scope: C.Scope.self is any Scope.Type ? C.Scope.self : nil,
      root: C.Root.self, effect: C.effect, bindings: recorder.kept.bindings,
      declarations: recorder.kept.declarations, bridges: recorder.kept.bridges,
      destructors: recorder.kept.destructors, errors: recorder.kept.errors,
      dropped: recorder.dropped,
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
          .componentRing, "components", nesting[start...] + [component], at: location,
          provenance: provenance, remedy: "install the component where it is not inside of itself"))
      return
    }
    let inner = Self.record(
      component, inside: nesting, provenance: Provenance(origin: provenance.origin))
    record(
      RecordedBinding(
        key: InstanceKey<ComponentFactory<C>>.self, location: location, provenance: provenance,
        requests: [], maker: .subcomponent(inner)))
    part.errors += inner.errors
  }

  private func isNew(_ type: any Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    return !kept.included.contains(identity) && part.included.insert(identity).inserted
  }

  func record(_ binding: RecordedBinding) {
    guard !isFinished else { return }
    part.bindings.append(binding)
  }

  func declare(_ declaration: RecordedComponent.Declaration) {
    guard !isFinished else { return }
    part.declarations.append(declaration)
  }

  /// Records what a type of C is in Swift.
  func bridge(_ bridge: RecordedBridge) {
    guard !isFinished else { return }
    part.bridges.append(bridge)
  }

  /// Records a binding of C.
  ///
  /// - Parameters:
  ///   - place: Among the contributions to a collection.
  ///   - override: The place among the overrides of the key; nothing when it is none.
  package func record(
    _ binding: ForeignBinding, isShared: Bool = false, place: Int = 0, override: Int? = nil,
    at location: SourceLocation
  ) {
    record(
      RecordedBinding(
        binding, isShared: isShared, place: place, override: override ?? self.override,
        at: RecordedLocation(location), provenance: provenance))
  }

  /// Records that nothing need be bound for a key of C: a collection is empty then, anything else
  /// asked for as an optional is null.
  package func declare(_ key: CKey, isCollection: Bool, at location: SourceLocation) {
    declare(
      RecordedComponent.Declaration(
        key, isCollection: isCollection, at: RecordedLocation(location), provenance: provenance))
  }

  /// Records how instances of `name *` are destroyed.
  package func declare(
    handle name: String, at location: SourceLocation,
    _ destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    guard !isFinished else { return }
    part.destructors.append(
      RecordedDestructor(
        name: name, destroy: destroy, location: RecordedLocation(location),
        provenance: provenance))
  }

  /// Records that the configuration can't be used as it is.
  package func addError(_ message: String, at location: RecordedLocation?) {
    addError(.configurationError, message, at: location?.sourceLocation)
  }

  /// Records that the configuration can't be used as it is, and of which kind the mistake is.
  package func addError(
    _ code: Diagnostic.Code, _ message: String, at location: SourceLocation?,
    notes: [Diagnostic.Note] = [], remedy: String? = nil
  ) {
    part.errors.append(
      Diagnostic(
        code, .error, message, at: location, provenance: provenance, notes: notes, remedy: remedy))
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
    let root = earlier.components[0].recorded
    dropped += root.dropped
    dropped += root.bindings
      .filter { binding in binding.provenance.origin.map(origins.contains) ?? false }
      .map(DroppedBinding.init)
  }

  private func dropPart() {
    dropped += part.bindings.map(DroppedBinding.init)
    part = Contents()
  }

  private func keepPart() {
    kept.bindings += part.bindings
    kept.declarations += part.declarations
    kept.bridges += part.bridges
    kept.destructors += part.destructors
    kept.errors += part.errors
    kept.included.formUnion(part.included)
    part = Contents()
  }
}

extension Diagnostic {
  fileprivate static func ring(
    _ code: Code, _ kind: String, _ ring: [any Any.Type], at location: RecordedLocation,
    provenance: Provenance, remedy: String
  ) -> Diagnostic {
    Diagnostic(
      code, .error,
      "a ring of \(kind): " + ring.map(TypeName.display).joined(separator: " → "),
      at: location.sourceLocation, provenance: provenance, remedy: remedy)
  }
}

extension ComponentBase {
  /// What `build` copes with.
  fileprivate static var effect: Effect? {
    guard Failure.self != Never.self else { return nil }
    return Self.self is any AsyncComponent.Type ? .asynchronous : .throwing
  }
}
