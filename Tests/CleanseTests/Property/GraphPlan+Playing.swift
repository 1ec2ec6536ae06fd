@testable import Cleanse
import Foundation

/// A plan that is being played to a recorder; components and modules are static types, so they find
/// it here.
final class Playing: Sendable {
  @TaskLocal static var current: Playing?
  /// The component that is being recorded.
  @TaskLocal static var here = 0

  let plan: GraphPlan
  let census: Census
  /// How long each factory takes.
  let pause: UInt32

  init(_ plan: GraphPlan, _ census: Census, pause: UInt32 = 0) {
    self.plan = plan
    self.census = census
    self.pause = pause
  }

  var recording: Recording {
    Playing.$current.withValue(self) { Recording(of: PlannedTop.self) }
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

  static func index(_ shape: GraphPlan.Key.Shape, _ number: Int) -> Int? {
    current?.plan.child(of: here, key: GraphPlan.Key(shape: shape, number: number))
  }

  func play(part: Int, _ recorder: Recorder) {
    let parts = plan.components[Self.here].parts
    guard parts.indices.contains(part) else { return }
    for item in parts[part] {
      switch item {
      case .bind(let id): record(id, recorder)
      case .include(let part): include(digit(part), recorder)
      case .declareCollection(let key, let allows):
        declare(key, key.subject, recorder, allowsDuplicates: allows)
      case .declareOptional(let key):
        recorder.declare(
          RecordedComponent.Declaration(
            key: key.recorded, assembler: nil, location: Self.location(0),
            provenance: recorder.provenance))
      case .installAgain(let key): install(key.subject, 0, recorder)
      }
    }
  }

  private func include<N: Digit>(_: N.Type, _ recorder: Recorder) {
    recorder.include(PlannedModule<N>.self, at: Self.location(0)) {
      PlannedModule<N>.configure(binder: Binder(recorder: recorder))
    }
  }

  private func declare(
    _ key: GraphPlan.Key, _ subject: any Subject.Type, _ recorder: Recorder, allowsDuplicates: Bool
  ) {
    recorder.declare(
      RecordedComponent.Declaration(
        key: key.recorded, assembler: subject.assembler, allowsDuplicateKeys: allowsDuplicates,
        location: Self.location(0), provenance: recorder.provenance))
  }

  private func install(_ subject: any Subject.Type, _ id: Int, _ recorder: Recorder) {
    (subject as? any Installable.Type)?.install(recorder, at: Self.location(id))
  }

  private func record(_ id: Int, _ recorder: Recorder) {
    let binding = plan.bindings[id]
    switch binding.maker {
    case .factory: record(id, binding, binding.key.subject, recorder)
    case .seed: break
    case .install: install(binding.key.subject, id, recorder)
    }
  }

  private func record<S: Subject>(
    _ id: Int, _ binding: GraphPlan.Binding, _: S.Type, _ recorder: Recorder
  ) {
    var draft = BindingDraft(recorder: recorder, key: binding.key.recorded)
    draft.parts.assembler = S.assembler
    draft.parts.place = binding.place
    draft.parts.entry = binding.key.shape == .table ? binding.label : nil
    draft.parts.isShared = binding.isShared
    let asks = binding.requests.map(\.ask)
    let (label, census, pause) = (binding.label, census, pause)
    draft.record(asks.map { $0.type }, effect: nil, at: Self.location(id)) { linker in
      let links = asks.map { $0.link(linker) }
      return S.provider(label: label) { context in
        if pause > 0 { usleep(pause) }
        return Instance(binding: id, held: links.map { $0(context) }, census: census)
      }
    }
  }

  /// The line of a binding is its place in the plan.
  private static func location(_ id: Int) -> RecordedLocation {
    RecordedLocation(file: "Plan", path: "Plan", line: id)
  }
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
