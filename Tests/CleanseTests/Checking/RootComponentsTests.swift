import CleanseTestSupport
import Testing

@testable import Cleanse

@Suite("Root components found in the program")
struct RootComponentsTests {
  private struct Nested: RootComponent {
    static func configure(binder: Binder<Unscoped>) {}
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 3)
    }
  }

  private final class Incomplete: RootComponent {
    /// The line of the factory.
    static let line = #line + 4

    static func configure(binder: Binder<Unscoped>) {}
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (text: String) in text.count }
    }
  }

  private enum Generic<Value: Sendable>: RootComponent {
    struct Inner: RootComponent {
      static func configure(binder: Binder<Unscoped>) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to(value: 3)
      }
    }

    static func configure(binder: Binder<Unscoped>) {}
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 3)
    }
  }

  private static func isFound<C: RootComponent>(_ component: C.Type) -> Bool {
    RootComponents.all.count { $0 == component } == 1
  }

  @Test("private, nested and local ones are found, once each, of every kind of type")
  func kinds() {
    enum Local: RootComponent {
      static func configure(binder: Binder<Unscoped>) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to(value: 3)
      }
    }
    #expect(Self.isFound(Nested.self))
    #expect(Self.isFound(Incomplete.self))
    #expect(Self.isFound(Local.self))
  }

  @Test("generic ones and those inside of generic types are only named")
  func generic() {
    #expect(!Self.isFound(Generic<Int>.self))
    #expect(!Self.isFound(Generic<Int>.Inner.self))
    #expect(RootComponents.generic.contains("CleanseTests.RootComponentsTests.Generic"))
    #expect(RootComponents.generic.contains("CleanseTests.RootComponentsTests.Generic.Inner"))
  }

  @Test("subcomponents are not found")
  func subcomponents() {
    #expect(!RootComponents.all.contains { $0 == Sub.self })
  }

  private enum Sub: Component {
    static func configure(binder: Binder<Unscoped>) {}
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 3)
    }
  }

  @Test("the order is that of the names, in each call")
  func order() {
    let names = RootComponents.all.map { String(reflecting: $0) }
    #expect(names == RootComponents.all.map { String(reflecting: $0) })
    #expect(names.count > 10)
    #expect(RootComponents.module(of: Nested.self) == "CleanseTests")
  }

  @Test("each is validated without calling a factory")
  func validation() {
    #expect(RootComponents.validate(Nested.self).isEmpty)
    #expect(RootComponents.validate(Incomplete.self).map(\.code) == [.missingBinding])
    #expect(
      RootComponents.validate(Incomplete.self, severities: [.missingBinding: .warning])
        .map(\.severity) == [.warning])
  }

  @Test("validating a module includes all of its components")
  func module() {
    let findings = RootComponents.validateAll(in: "CleanseTests")
    #expect(
      findings.contains { $0.code == .missingBinding && $0.location?.line == Incomplete.line })
  }

  @Test("a module without root components is an error, so that a misspelled name can't pass")
  func unknownModule() {
    let findings = RootComponents.validateAll(in: "CleanseTest")
    expectGolden(findings.map(\.description).joined(separator: "\n"), "no-root-component")
  }

  // The text said that such a module has no root component, and to name one that has.
  @Test("of a module with only generic ones, the finding names them and the function to call")
  func onlyGeneric() {
    let finding = RootComponents.missing(
      in: "Bakery", others: ["Kitchen"], generic: ["Bakery.Shop", "Bakery.Stand", "Kitchen.Oven"])
    expectGolden(finding.description, "only-generic-root-components")
  }
}
