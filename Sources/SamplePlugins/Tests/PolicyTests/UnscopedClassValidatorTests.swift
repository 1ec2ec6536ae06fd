import Cleanse
import Testing

@testable import Policy

@Suite("The policy for shared classes")
struct UnscopedClassValidatorTests {
  @Test("an unscoped class with two dependents is a warning that names all three")
  func shared() throws {
    let findings = UnscopedClassValidator.findings(in: BindingGraph(of: SharedComponent.self))
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.code == "policy/unscoped-class-shared")
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("Counter"))
    #expect(finding.location?.file == "PolicyTests/UnscopedClassValidatorTests.swift")
    #expect(finding.notes.count == 2)
    #expect(finding.notes.allSatisfy { $0.location != nil })
  }

  @Test("a scope, a struct, one consumer or a provider is no finding")
  func fine() {
    #expect(UnscopedClassValidator.findings(in: BindingGraph(of: FineComponent.self)).isEmpty)
  }

  @Test("a graph of many thousand classes is validated quickly", .timeLimit(.minutes(1)))
  func large() {
    let keys = (0..<20_000).map { Key(type: "class-\($0)", typeName: "C\($0)", isClass: true) }
    let bindings = keys.indices.map { index in
      let next = [index + 1, index + 2].filter { $0 < keys.count }
      return Binding(
        id: BindingIndex(index), component: .root, key: keys[index], kind: .single,
        requests: next.map { Request(key: keys[$0], form: .instance) })
    }
    let graph = BindingGraph(
      components: [.init(name: "App", root: keys[0])], bindings: bindings)
    let findings = UnscopedClassValidator.findings(in: graph)
    #expect(findings.count == keys.count - 2)
    #expect(
      findings.first?.notes.map(\.message)
        == ["C0", "C1"].map {
          "\($0) gets an instance of its own"
        })
  }
}

private final class Counter: Sendable {}
private final class Single: Sendable {}
private final class Provided: Sendable {}
private struct Value {}
private struct First {}
private struct Second {}
private struct App {}

private enum SharedComponent: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Counter.self).to { Counter() }
    binder.bind(First.self).to { (_: Counter) in First() }
    binder.bind(Second.self).to { (_: Counter) in Second() }
  }

  static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
    bind.to { (_: First, _: Second) in App() }
  }
}

private enum FineComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Counter.self).sharedInScope().to { Counter() }
    binder.bind(Single.self).to { Single() }
    binder.bind(Provided.self).to { Provided() }
    binder.bind(Value.self).to { Value() }
    binder.bind(First.self)
      .to { (_: Counter, _: Single, _: Single, _: Value, _: Provided) in First() }
    binder.bind(Second.self).to { (_: Counter, _: Value, _: Provider<Provided>) in Second() }
  }

  static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
    bind.to { (_: First, _: Second) in App() }
  }
}
