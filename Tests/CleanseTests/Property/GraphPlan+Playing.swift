@testable import Cleanse
@testable import CleanseGraph
import Foundation

/// A plan that is being played to a recorder; components and modules are static types, so they find
/// it here.
final class Playing: Sendable {
  @TaskLocal static var current: Playing?
  /// The component that is being recorded.
  @TaskLocal static var here = 0

  let plan: GraphPlan
  let census: Census
  /// The delay of each factory.
  let pause: UInt32

  /// Whether the census keeps the created instances alive.
  let keepsValues: Bool

  init(_ plan: GraphPlan, _ census: Census, pause: UInt32 = 0, keepsValues: Bool = false) {
    self.keepsValues = keepsValues
    self.plan = plan
    self.census = census
    self.pause = pause
  }

  var recording: Recording {
    func open<C: CallerEffect>(_: C.Type) -> Recording {
      Playing.$current.withValue(self) { Recording(of: PlannedTop<C>.self) }
    }
    return open(callerEffect(for: plan.components[0].key.handled))
  }

  /// Records the configuration of a component, or its root.
  static func record(_ component: Int?, _ recorder: Recorder, isRoot: Bool) {
    guard let current, let component else { return }
    $here.withValue(component) {
      if isRoot {
        current.record(current.plan.components[component].root, recorder)
      } else {
        current.play(part: 0, recorder)
      }
    }
  }

  static func index(_ shape: GraphPlan.Key.Shape, _ number: Int, _ handled: Effect?) -> Int? {
    let key = GraphPlan.Key(shape: shape, number: number, handled: handled)
    return current?.plan.child(of: here, key: key)
  }

  func play(part: Int, _ recorder: Recorder) {
    let parts = plan.components[Self.here].parts
    guard parts.indices.contains(part) else { return }
    play(parts[part], recorder)
  }

  func play(_ items: [GraphPlan.Item], _ recorder: Recorder) {
    for item in items {
      switch item {
      case .bind(let id): record(id, recorder)
      case .include(let part, nil): include(digit(part), recorder)
      case .include(let part, let precedence?):
        recorder.overriding(precedence) { include(digit(part), recorder) }
      case .declareCollection(let key, let allows):
        declare(key, key.subject, recorder, allowsDuplicates: allows)
      case .declareOptional(let key):
        recorder.declare(recorder.keys.key(of: key.recorded), nil, at: Self.declared)
      case .installAgain(let key): install(key.subject, 0, recorder)
      }
    }
  }

  private func include<N: Digit>(_: N.Type, _ recorder: Recorder) {
    recorder.include(PlannedModule<N>.self) {
      PlannedModule<N>.configure(binder: Binder(recorder: recorder))
    }
  }

  private func declare(
    _ key: GraphPlan.Key, _ subject: any Subject.Type, _ recorder: Recorder, allowsDuplicates: Bool
  ) {
    recorder.declare(
      recorder.keys.key(of: key.recorded), subject.assembler,
      allowsDuplicateKeys: allowsDuplicates, at: Self.declared)
  }

  private func install(_ subject: any Subject.Type, _ id: Int, _ recorder: Recorder) {
    (subject as? any Installable.Type)?.install(recorder, at: Self.location(id))
  }

  private func record(_ id: Int, _ recorder: Recorder) {
    let binding = plan.bindings[id]
    switch binding.source {
    case .factory:
      switch binding.key.subject {
      case let subject as any MadeSubject.Type: record(id, binding, subject, recorder)
      case let subject as any CalledSubject.Type: record(id, binding, subject, recorder)
      default: preconditionFailure("Nothing else has a factory")
      }
    case .seed: break
    case .install: install(binding.key.subject, id, recorder)
    }
  }

  private func record<S: MadeSubject>(
    _ id: Int, _ binding: GraphPlan.Binding, _: S.Type, _ recorder: Recorder
  ) {
    let key = binding.key.recorded
    let draft = BindingDraft<S.Element>(recorder: recorder).changing { parts in
      (parts.element, parts.tag) = (key.element, key.tag)
      if binding.isContribution {
        parts.options.assembler = S.assembler
        parts.options.order = binding.order
        parts.options.entry = binding.key.shape == .table ? binding.label : nil
        parts.options.isSingleElement = binding.isElement
      }
      if binding.isDecorator {
        parts.options.isDecorator = true
        parts.options.order = binding.order
      }
      // Only where there is one, as most bindings have no options.
      if let override = binding.override { parts.options.override = override }
      parts.isShared = binding.isShared
    }
    let requests = binding.requests.map(\.planned)
    let (types, label, location) = (requests.map { $0.type }, binding.label, Self.location(id))
    switch binding.effect {
    case nil:
      draft.record(types, at: location) { context, links in
        var links = links
        let held = requests.map { $0.next(&links, context) }
        self.wait()
        return self.kept(
          S.element(label: label, Instance(binding: id, held: held, census: self.census)))
      }
    case .throwing:
      draft.record(types, effect: .throwing, at: location) { linker in
        let links = requests.map { $0.throwingLink(linker) }
        return ThrowingLinkedProvider { context in
          self.kept(S.element(label: label, try self.make(id, try links.map { try $0(context) })))
        }
      }
    case .asynchronous:
      draft.record(types, effect: .asynchronous, at: location) { linker in
        let links = requests.map { $0.awaitingLink(linker) }
        return AsyncLinkedProvider { context in
          var held: [Held] = []
          for link in links { held.append(try await link(context)) }
          await Task.yield()
          return Box(self.kept(S.element(label: label, try self.make(id, held))))
        }
      }
    }
  }

  private func record<S: CalledSubject>(
    _ id: Int, _ binding: GraphPlan.Binding, _: S.Type, _ recorder: Recorder
  ) {
    let key = binding.key.recorded
    let draft = BindingDraft<S.Element>(recorder: recorder).changing { parts in
      (parts.element, parts.tag) = (key.element, key.tag)
      if let override = binding.override { parts.options.override = override }
    }
    let requests = binding.requests.map(\.planned)
    let step = draft.step(at: Self.location(id))
    draft.record(
      requests.map { $0.type }, requesting: .later(S.handled), effect: binding.effect,
      at: Self.location(id)
    ) { context, links in
      S.element(step) {
        var links = links
        return try self.make(id, try requests.map { try $0.throwingNext(&links, context) })
      }
    }
  }

  private func kept<Element>(_ element: Element) -> Element {
    if keepsValues { census.keep(element) }
    return element
  }

  private func make(_ id: Int, _ held: [Held]) throws -> Instance {
    wait()
    if plan.bindings[id].fails { try census.fail(id) }
    return Instance(binding: id, held: held, census: census)
  }

  private func wait() {
    if pause > 0 { usleep(pause) }
  }

  /// The line of a binding is its index in the plan.
  private static func location(_ id: Int) -> RecordedLocation {
    RecordedLocation(file: "Plan", line: id)
  }

  /// The location of a declaration. A module of a plan has other content in each component, so it is another one.
  private static var declared: RecordedLocation { location(-1 - here) }
}

/// A planned module, whose content depends on the component that includes it.
enum PlannedModule<N: Digit>: Module {
  static func configure(binder: Binder<Unscoped>) {
    guard let number = N.number else { return }
    Playing.current?.play(part: number, binder.recorder)
  }
}

extension Digit {
  /// The number of a single digit.
  static var number: Int? { (0..<8).first { digit($0) == Self.self } }
}
