// This folder turns calls of binders into data. One `Recorder` for each component collects what modules and contributors
// declare, as a `RecordedComponent`; `KeyTable` makes their keys and requests, and reads in what form a parameter
// requests a type (`DerivedRequest`). `Recording` lays all components out as one list of bindings with a list of their
// implementations, and has the declarations resolved. What has to know the static type of a key goes through `TypedKey`;
// a language other than Swift through `GuestLanguage`.

import CleanseGraph

/// Records the declarations of one component's modules.
///
/// A recorder is used by one thread during one recording. With ``attempt(from:within:_:)``, the declarations of a
/// contributor are recorded either completely or not at all.
package final class Recorder {
  private struct Contents {
    var bindings: [RecordedBinding] = []
    var declarations: [RecordedBinding] = []
    var attachments: [any Sendable] = []
    var errors: [Diagnostic] = []
    /// What is declared for subcomponents.
    var extensions: [RecordedExtension] = []
    /// The modules and the subcomponents that have been included.
    var included: Set<ObjectIdentifier> = []
    var overrides = ModuleOverrides()
  }

  /// The declarations that can't be dropped any more.
  private var kept = Contents()
  /// The declarations of the current contributor, which can still be dropped.
  private var part = Contents()
  /// The recorders of what the current contributor declares for subcomponents, with the calls that began them.
  private var open: [(recorder: Recorder, scope: ObjectIdentifier, location: RecordedLocation)] = []
  /// The recorder of the component, if this one records an extension of its subcomponents.
  private let owner: Recorder?
  /// The bindings of contributors that were dropped.
  private var dropped: [BindingGraph.Dropped] = []
  /// Where the source files of contributors lie.
  private var sources = SourceFiles()
  /// What the current contributor may still record, shared by all components of the recording.
  private let allowance: RecordingAllowance
  /// The keys of the recording, shared by all its components.
  package let keys: KeyTable
  private(set) package var provenance: Provenance
  private var includes = ModuleIncludes()
  /// The precedence of what is being recorded as overrides; nil inside of a module, whose bindings become overrides when
  /// all of its includes are known.
  private(set) package var override: Int?
  /// Whether what is being recorded replaces what the application declares.
  private var isReplacing = false
  private var isFinished = false
  /// The ancestors of the component that is recorded, and the component itself.
  private let path: [any Any.Type]
  /// The name of the component's scope, if it has one.
  package let scopeName: String?

  private init(
    path: [any Any.Type], scopeName: String?, keys: KeyTable, provenance: Provenance,
    allowance: RecordingAllowance, owner: Recorder? = nil
  ) {
    self.owner = owner
    self.allowance = allowance
    self.path = path
    self.scopeName = scopeName
    self.keys = keys
    self.provenance = provenance
  }

  /// Runs the component's configuration, then that of other contributors.
  static func record<C: ComponentBase>(
    _ component: C.Type, keys: KeyTable, contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    record(
      component, inside: [], keys: keys, provenance: Provenance(), allowance: RecordingAllowance(),
      contribute: contribute)
  }

  private static func record<C: ComponentBase>(
    _ component: C.Type, inside ancestors: [any Any.Type], keys: KeyTable, provenance: Provenance,
    allowance: RecordingAllowance, at location: RecordedLocation? = nil,
    contribute: (Recorder) -> Void = { _ in }
  ) -> RecordedComponent {
    // Most components have no scope. For a type that does not conform, Swift's runtime searches all conformances again
    // whenever a library was loaded.
    let hasScope = C.Scope.self != Unscoped.self && C.Scope.self is any Scope.Type
    let scope = hasScope ? C.Scope.self : nil
    let recorder = Recorder(
      path: ancestors + [component], scopeName: scope.map(TypeName.display), keys: keys,
      provenance: provenance, allowance: allowance)
    if C.Seed.self != Void.self { recorder.recordSeed(C.Seed.self, at: location) }
    C.configure(binder: Binder(recorder: recorder))
    _ = C.configureRoot(binder: ReceiptBinder(recorder: recorder))
    contribute(recorder)
    recorder.finishExtensions()
    recorder.keepPart()
    recorder.isFinished = true
    return RecordedComponent(
      type: component, scopeName: recorder.scopeName, scope: scope.map { ObjectIdentifier($0) },
      root: keys.key(of: C.Root.self), effect: C.effect, bindings: recorder.kept.bindings,
      declarations: recorder.kept.declarations, attachments: recorder.kept.attachments,
      extensions: recorder.kept.extensions, modules: recorder.kept.included,
      includes: recorder.includes, errors: recorder.kept.errors, dropped: recorder.dropped,
      sources: recorder.sources,
      linkFactory: { linker, component in
        let plan = linker.plan(of: C.self, component: component)
        return LinkedProvider<ComponentFactory<C>> { context, _ in
          ComponentFactory(plan: plan, parent: context)
        }
      })
  }

  /// Adds source files of a contributor, so that findings have their paths.
  package func add(_ sources: SourceFiles) {
    self.sources.add(sources)
  }

  /// Runs the configuration of a module that has not been included before.
  ///
  /// A module counts as included as soon as its configuration starts, so that modules may include each other
  /// and themselves.
  func include<M: Module>(_ module: M.Type, configure: () -> Void) {
    note(module, in: currentPlace)
    let name = TypeName.display(module)
    if let outer = provenance.modules.last { includes.note(name, in: outer) }
    guard isNew(module) else {
      if let origin = provenance.origin {
        includes.note(CollectionOfOne(name), repeatedBy: origin)
      }
      return
    }
    provenance.modules.append(name)
    includes.begin(ObjectIdentifier(module))
    overriding(nil, configure)
    includes.end()
    provenance.modules.removeLast()
  }

  /// Notes whether the module is included to override, or in a module that may be.
  private func note<M: Module>(_ module: M.Type, in outer: ModuleOverrides.Place?) {
    let place = ModuleOverrides.Place(ObjectIdentifier(module), in: self)
    let root = owner ?? self
    if let override {
      root.part.overrides.override(with: place, named: TypeName.display(module), override)
    } else if let outer {
      root.part.overrides.include(place, in: outer)
    }
  }

  private var currentPlace: ModuleOverrides.Place? {
    includes.current.map { ModuleOverrides.Place($0, in: self) }
  }

  /// Records all bindings that `record` declares as replacements of what the application declares.
  func replacing(_ record: () -> Void) {
    isReplacing = true
    overriding(0, record)
    isReplacing = false
  }

  /// Returns the precedence to record for an override.
  func precedence(_ declared: Int) -> Int {
    Binding.precedence(declared, ofReplacement: isReplacing)
  }

  /// Records all bindings that `record` declares as overrides of a precedence, or as no overrides.
  func overriding(_ precedence: Int?, _ record: () -> Void) {
    let previous = override
    override = precedence.map(self.precedence)
    record()
    override = previous
  }

  /// Records a subcomponent that has not been installed before, and binds its factory.
  package func install<C: ComponentBase>(_ component: C.Type, at location: RecordedLocation) {
    guard isNew(component) else { return }
    if let start = path.firstIndex(where: { $0 == component }) {
      part.errors.append(
        .componentCycle(
          path[start...] + [component], at: location, provenance: provenance))
      return
    }
    let subcomponent = Self.record(
      component, inside: path, keys: keys, provenance: Provenance(origin: provenance.origin),
      allowance: allowance, at: location)
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: ComponentFactory<C>.self), kind: .subcomponent, location: location,
          provenance: provenance),
        implementation: BindingImplementation(source: .subcomponent(subcomponent))))
    part.errors += subcomponent.errors
  }

  /// Records a module for the subcomponents of its scope.
  func include<M: Module>(
    _ module: M.Type, inSubcomponentsOf scope: M.Scope.Type, at location: RecordedLocation,
    configure: (Recorder) -> Void
  ) where M.Scope: Scope {
    // The component records the extensions of all its subcomponents.
    (owner ?? self).include(
      module, inSubcomponentsOf: scope, overriding: override, in: currentPlace, at: location,
      configure)
  }

  private func include<M: Module>(
    _ module: M.Type, inSubcomponentsOf scope: M.Scope.Type, overriding precedence: Int?,
    in outer: ModuleOverrides.Place?, at location: RecordedLocation, _ configure: (Recorder) -> Void
  ) where M.Scope: Scope {
    guard !isFinished else { return }
    let identity = ObjectIdentifier(scope)
    let recorder: Recorder
    if let known = open.first(where: { $0.scope == identity }) {
      recorder = known.recorder
    } else {
      recorder = Recorder(
        path: path, scopeName: TypeName.display(scope), keys: keys,
        provenance: Provenance(origin: provenance.origin), allowance: allowance, owner: self)
      open.append((recorder, identity, location))
    }
    let wasReplacing = recorder.isReplacing
    recorder.isReplacing = isReplacing
    recorder.overriding(precedence) {
      recorder.note(module, in: outer)
      recorder.include(module) { configure(recorder) }
    }
    recorder.isReplacing = wasReplacing
  }

  /// Ends the extensions of the current contributor, and reports those that apply to no subcomponent.
  private func finishExtensions() {
    guard !open.isEmpty else { return }
    let recorded = open.map { $0.recorder.finished(for: $0.scope) }
    let extended = (kept.extensions + recorded).map(\.bindings) + [kept.bindings, part.bindings]
    for (recorded, (recorder, _, location)) in zip(recorded, open) {
      part.errors += recorder.kept.errors
      part.extensions.append(recorded)
      if extended.contains(where: { RecordedComponent.contains($0, for: recorded) }) { continue }
      part.errors.append(
        .missingSubcomponent(
          of: recorder.scopeName ?? "", at: location, provenance: recorder.provenance))
    }
    open = []
  }

  /// Ends the recording of an extension.
  private func finished(for scope: ObjectIdentifier) -> RecordedExtension {
    keepPart()
    isFinished = true
    return RecordedExtension(
      scope: scope, origin: provenance.origin, bindings: kept.bindings,
      declarations: kept.declarations, attachments: kept.attachments, modules: kept.included)
  }

  private func isNew(_ type: any Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    return !kept.included.contains(identity) && part.included.insert(identity).inserted
  }

  package func record(_ binding: consuming RecordedBinding) {
    guard !isFinished, admits(1 + binding.data.requests.count) else { return }
    binding.module = includes.current
    part.bindings.append(binding)
  }

  /// Records that a key needs no binding.
  ///
  /// - Parameter assembler: Combines the contributions to a collection, which is empty without any; nil for an
  ///   optional.
  package func declare(
    _ key: Key, _ assembler: (any CollectionAssembler.Type)?, allowsDuplicateKeys: Bool = false,
    perProcess: Bool = false, guest: (any GuestBinding)? = nil, at location: RecordedLocation
  ) {
    guard !isFinished, admits(1) else { return }
    var data = Binding(
      key: key, kind: assembler == nil ? .optional : .declaration, location: location,
      provenance: provenance)
    if allowsDuplicateKeys || perProcess {
      data.details = Binding.Details(
        allowsDuplicateKeys: allowsDuplicateKeys ? true : nil, perProcess: perProcess ? true : nil)
    }
    part.declarations.append(
      RecordedBinding(
        data,
        implementation: BindingImplementation(
          source: .declaration, assembler: assembler, guest: guest)))
  }

  /// Registers the guest language in which contributors declare bindings.
  package func use(_ language: any GuestLanguage.Type) {
    keys.language = language
  }

  /// Records a declaration in the guest language that is not a binding.
  package func attach(_ attachment: any Sendable) {
    guard !isFinished, admits(1) else { return }
    part.attachments.append(attachment)
  }

  /// Records that the configuration can't be used.
  package func addError(_ message: String, at location: RecordedLocation?) {
    addError(.configurationError, message, at: location?.sourceLocation)
  }

  /// Records that the configuration can't be used, with the code of the error.
  package func addError(
    _ code: Diagnostic.Code, _ message: String, at location: SourceLocation?,
    notes: [Diagnostic.Note] = [], fix: String? = nil
  ) {
    guard allowance.takeError() else { return }
    let error = Diagnostic(
      code, .error, message, at: location, provenance: provenance, notes: notes, fix: fix)
    part.errors.append(allowance.isLimited ? error.kept : error)
  }

  /// Whether the current contributor may record a number of further declarations.
  private func admits(_ count: @autoclosure () -> Int) -> Bool {
    guard allowance.isLimited else { return true }
    allowance.take(declarations: count(), add)
    return !allowance.isExceeded
  }

  /// Counts the bytes of texts that the current contributor declares with.
  package func take(text count: Int) {
    allowance.take(text: count, add)
  }

  /// Adds the error of a limit that was exceeded.
  private func add(_ limit: Diagnostic) {
    var error = limit
    error.provenance = provenance
    part.errors.append(error)
  }

  /// Whether the current contributor has added an error.
  package var hasErrors: Bool { allowance.hasErrors }

  /// Whether the current contributor can't be used, and neither its further declarations nor its errors are kept.
  package var isExhausted: Bool { allowance.isExhausted }

  /// Records the declarations of `configure` under the name of their origin, or none of them if it adds an
  /// error.
  ///
  /// - Parameter limits: What it may record; nil for anything.
  /// - Returns: The errors that were added; empty if the declarations were recorded.
  package func attempt(
    from origin: String, within limits: RecordingLimits? = nil, _ configure: (Recorder) -> Void
  ) -> [Diagnostic] {
    finishExtensions()
    keepPart()
    let previous = provenance
    provenance = Provenance(origin: origin)
    allowance.restart(within: limits)
    configure(self)
    finishExtensions()
    let (dropped, isExceeded) = (allowance.droppedErrors, allowance.isExceeded)
    allowance.restart(within: nil)
    if dropped > 0 { addError("and \(dropped) more errors", at: nil) }
    provenance = previous
    let added = part.errors
    // Of what exceeds a limit, not even the keys are kept.
    if isExceeded { part = Contents() } else if added.isEmpty { keepPart() } else { dropPart() }
    return added
  }

  /// Records the bindings of contributors that no longer take part: those that an earlier recording of the
  /// component dropped, and those of contributors that are dropped now.
  package func recordDropped(of earlier: Recording, origins: Set<String>) {
    dropped += earlier.dropped
    for (binding, implementation) in zip(earlier.graph.bindings, earlier.implementations)
    where binding.component == .root && binding.kind != .declaration && binding.kind != .optional
      && binding.provenance.origin.map(origins.contains) ?? false
    {
      drop(binding, implementation)
    }
  }

  private func dropPart() {
    for binding in part.bindings { drop(binding.data, binding.implementation) }
    part = Contents()
  }

  /// Records the key of a dropped binding, as its contributor declared it.
  private func drop(_ binding: Binding, _ implementation: BindingImplementation) {
    dropped.append(
      BindingGraph.Dropped(binding, key: implementation.guest?.key(in: keys)))
  }

  private func keepPart() {
    (owner ?? self).part.overrides.apply(to: &part.bindings, of: self)
    // Usually there is no binding yet, and swapping avoids a copy of many large values.
    if kept.bindings.isEmpty {
      swap(&kept.bindings, &part.bindings)
    } else {
      kept.bindings += part.bindings
    }
    kept.declarations += part.declarations
    kept.attachments += part.attachments
    kept.errors += part.errors
    kept.extensions += part.extensions
    kept.included.formUnion(part.included)
    part = Contents()
  }
}

extension ComponentBase {
  /// The effect that the caller of `build` handles.
  fileprivate static var effect: Effect? {
    guard Failure.self != Never.self else { return nil }
    return Self.self is any AsyncComponent.Type ? .asynchronous : .throwing
  }
}
