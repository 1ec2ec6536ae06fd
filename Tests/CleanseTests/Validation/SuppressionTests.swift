import CleanseTestSupport
import Cleanse
import Testing

@testable import CleanseGraph

@Suite("Suppression")
struct SuppressionTests {
  @Test("a warning is suppressed only at a binding that gives a reason")
  func suppressed() {
    let found = allFindings(of: Quiet.self)
    #expect(found.map(\.message) == ["UInt8 is never used"])
  }

  @Test("a suppression is recorded in the graph")
  func data() {
    let graph = BindingGraph(of: Quiet.self)
    let suppressed = graph.bindings.filter { $0.key.typeName == "Int8" }.map(\.suppressed)
    #expect(suppressed == [[Binding.Suppression(.unusedBinding, because: "for later")]])
  }

  @Test("one of several bindings of a key suppresses the findings on the key")
  func group() {
    #expect(!allFindings(of: Quiet.self).contains { $0.message.contains("[Int16]") })
  }

  @Test("a suppression of nothing, of an error, or without a reason is reported")
  func needless() throws {
    let found = allFindings(of: Loud.self)
    #expect(
      found.filter { $0.severity == .error }.map(\.code) == [.missingBinding, .unusedSuppression])
    expectGolden(
      found.filter { $0.code == .unusedSuppression }.map(\.description).joined(separator: "\n"),
      "unused-suppression")
  }

  @Test(
    "a code that no finding about a binding has is an error, unless another validator can own it",
    arguments: [
      ("cleanse/unusd-binding", "write \"cleanse/unused-binding\""),
      ("unused-binding", "write \"cleanse/unused-binding\""),
      ("cleanse/zzz", "remove it, or write the code of a finding"),
      ("plugin/not-elf", "remove it, or write the code of a finding"),
      ("cleanse/unused-binding", nil), ("unusd-binding", nil), ("policy/unshared", nil), ("", nil),
    ])
  func mistyped(code: String, correction: String?) {
    #expect(Diagnostic.Code(rawValue: code).correction == correction)
  }

  @Test("a suppression at a replaced binding or for an absent validator is not unused")
  func absent() {
    let found = allFindings(of: Replaceable.self) { binder in binder.bind(Int8.self).to(value: 2) }
    #expect(found.map(\.message) == [])
  }

  @Test("a validator's finding is suppressed by its own code")
  func foreign() {
    let loader = CleanseServiceLoader()
    loader.register(Picky())
    #expect(allFindings(of: Replaceable.self, serviceLoader: loader).map(\.message) == [])
  }

  @Test("a suppressed warning stays suppressed when raised to an error")
  func raised() {
    let found = allFindings(of: Quiet.self, severities: [.unusedBinding: .error])
    #expect(found.map(\.message) == ["UInt8 is never used"])
  }
}

/// Warns of each `Int8`.
private struct Picky: CleanseBindingPlugin {
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    for binding in root.bindings where binding.key.typeName == "Int8" {
      errorReporter.report(
        Diagnostic("test/picky", .warning, "an Int8", subject: .binding(binding.id)))
    }
  }
}

private enum Quiet: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).suppressing(.unusedBinding, because: "for later").to(value: 1)
    binder.bind(Int16.self).intoCollection().to(value: 1)
    binder.bind(Int16.self).intoCollection().suppressing(.unusedBinding, because: "for later")
      .to(value: 1)
    binder.bind(UInt8.self).to(value: 1)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum Loud: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).suppressing(.unusedBinding, because: "once").to(value: 1)
    binder.bind(Int16.self).suppressing(.unusedBinding, because: " ").to(value: 1)
    binder.bind(Int32.self).sharedInScope()
      .suppressing(.missingBinding, because: "who cares")
      .suppressing("cleanse/shadowd-binding", because: "misspelt")
      .to { (missing: Double) in 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (a: Int8, b: Int32) in 1 }
  }
}

private enum Replaceable: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).suppressing("test/picky", because: "it is small").to(value: 1)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (a: Int8) in 1 }
  }
}
