@testable import Cleanse
import CleanseGraph
import CleanseSupport
import Testing

@Suite("Factories in a trace")
struct FactoryTimingTests {
  /// Links a component for a trace of all calls, and returns the calls that the body makes.
  private func calls<C: ComponentBase>(
    of component: C.Type, _ body: (ComponentFactory<C>) async throws -> Void
  ) async throws -> [TraceEvent] {
    let trace = Trace(of: "test", threshold: 0)
    let linker = Linker(Recording(of: component), tracedBy: trace)
    try linker.linkRoot()
    try await body(
      ComponentFactory(plan: linker.plan(of: component, component: .root), parent: nil))
    return try trace.finish().filter { $0.label.step != .start }
  }

  @Test("a factory is recorded within the one that depends on it, a value is not")
  func nested() async throws {
    let calls = try await calls(of: TimedComponent.self) { factory in
      let root = factory.build()
      for _ in 0..<3 { _ = root.shared.get() }
    }
    #expect(
      calls.map(\.label.subject) == [
        "CleanseTests.TimedPart", "CleanseTests.TimedRoot", "CleanseTests.TimedShared",
      ])
    #expect(calls[1].start <= calls[0].start && calls[0].end <= calls[1].end)
    #expect(Set(calls.map(\.thread)).count == 1)
  }

  @Test("factories that throw, and those that are awaited")
  func effects() async throws {
    let calls = try await calls(of: TimedAsyncComponent.self) { _ = try await $0.build() }
    let steps = calls.map { "\($0.label.step.rawValue) \($0.label.subject)" }
    #expect(
      Set(steps) == [
        "make CleanseTests.TimedPart", "await CleanseTests.TimedShared", "make Int",
      ])
  }
}

private struct TimedPart: Sendable {}
private struct TimedValue: Sendable {}
private final class TimedShared: Sendable {}
private struct TimedRoot {
  let part: TimedPart
  let value: TimedValue
  let shared: Provider<TimedShared>
}

private enum TimedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(TimedPart.self).to(factory: { TimedPart() })
    binder.bind(TimedValue.self).to(value: TimedValue())
    binder.bind(TimedShared.self).sharedInScope().to(factory: { TimedShared() })
  }

  static func configureRoot(binder bind: ReceiptBinder<TimedRoot>) -> BindingReceipt<TimedRoot> {
    bind.to(factory: TimedRoot.init)
  }
}

private enum TimedAsyncComponent: RootComponent, AsyncComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(TimedPart.self).to(factory: { () throws -> TimedPart in TimedPart() })
    binder.bind(TimedShared.self).sharedInScope().to(asyncFactory: { () async in TimedShared() })
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(factory: { (_: TimedPart, _: TimedShared) in 1 })
  }
}
