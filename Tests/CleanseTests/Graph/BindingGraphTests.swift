import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("The binding graph")
struct BindingGraphTests {
  @Test("the graph has key, form, scope, location and provenance of every declaration")
  func contents() throws {
    let graph = BindingGraph(of: Shop.self)
    #expect(graph.components.map(\.scope) == ["Cleanse.Singleton"])
    let register = try #require(graph.bindings.first { $0.key.typeName.hasSuffix("Register") })
    #expect(register.scope == "Cleanse.Singleton")
    #expect(register.key.isClass)
    #expect(register.requests.map(\.form) == [.provider, .weakProvider, .provider])
    #expect(
      register.requests.map(\.key.tagName?.description) == [nil, nil, "CleanseTests.Currency"])
    #expect(register.location?.file == "CleanseTests/BindingGraphTests.swift")
    #expect(
      register.provenance.modules == ["CleanseTests.TillModule", "CleanseTests.RegisterModule"])
    let root = graph.bindings(of: graph.components[0].root)
    #expect(root.count == 1)
    #expect(
      graph.bindings(requesting: register.key).map(\.key.typeName) == [
        "CleanseTests.Register", "Int",
      ])
  }

  @Test("the graph survives being written as JSON and read again")
  func codable() throws {
    let graph = BindingGraph(of: Shop.self)
    let copy = try JSONDecoder().decode(BindingGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy == graph)
    #expect(copy.bindings(of: graph.bindings[0].key) == graph.bindings(of: graph.bindings[0].key))
  }

  @Test("a graph with invalid ids is rejected when it is read")
  func malformed() throws {
    let text = String(
      decoding: try JSONEncoder().encode(BindingGraph(of: Shop.self)), as: UTF8.self)
    let broken = text.replacingOccurrences(of: "\"id\":1", with: "\"id\":7")
    #expect(broken != text)
    #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(BindingGraph.self, from: Data(broken.utf8))
    }
  }

  @Test(
    "type names are written as in source code",
    arguments: [
      NamedType(Int.self, "Int"),
      NamedType([Int].self, "[Int]"),
      NamedType([[String?]].self, "[[String?]]"),
      NamedType((any Shape)?.self, "(any CleanseTests.Shape)?"),
      NamedType((() -> Int?)?.self, "(() -> Optional<Int>)?"),
      NamedType(Set<[Int]>.self, "Set<[Int]>"),
      NamedType([String: any Shape].self, "[String: any CleanseTests.Shape]"),
      NamedType((any Shape).self, "any CleanseTests.Shape"),
      NamedType([any Shape].self, "[any CleanseTests.Shape]"),
      NamedType(((Int) -> [String]).self, "(Int) -> Array<String>"),
      NamedType([Int: [String]].self, "[Int: [String]]"),
      NamedType((any Shape).Type.self, "(any CleanseTests.Shape).Type"),
      NamedType(
        (any Shape & Sized).Type.self, "(any CleanseTests.Shape & CleanseTests.Sized).Type"),
      NamedType([(any Shape).Type].self, "[(any CleanseTests.Shape).Type]"),
      NamedType((any Repository<String>).self, "any CleanseTests.Repository<String>"),
      NamedType(
        (any Repository<any Repository<() -> Int>>).self,
        "any CleanseTests.Repository<any CleanseTests.Repository<() -> Int>>"),
      NamedType([any Repository<Int>]?.self, "[any CleanseTests.Repository<Int>]?"),
      NamedType(Hidden.self, "CleanseTests.Hidden"),
      NamedType(Hidden.Inner<[Int]>.self, "CleanseTests.Hidden.Inner<Array<Int>>"),
    ])
  fileprivate func names(expected: NamedType) {
    #expect(TypeName.display(expected.type) == expected.name)
  }

  @Test("a private type's identity has no address in it, and two types with one name differ")
  func privateTypes() {
    let graph = BindingGraph(of: Namesakes.self)
    let types = graph.bindings.map(\.key.type)
    #expect(types[0] == "12CleanseTestsyXZ8NamesakeV")
    #expect(types[1] == "12CleanseTestsyXZ8NamesakeV#2")
  }

  @Test("a part that reports an error leaves nothing behind, and its modules can be recorded again")
  func transaction() {
    let recording = Recording(of: Shop.self) { recorder in
      let refused = recorder.attempt(from: "bad") { recorder in
        Binder<Singleton>(recorder: recorder).include(module: Extra.self)
        Binder<Singleton>(recorder: recorder).addError("no")
      }
      #expect(refused.map(\.provenance?.origin) == ["bad"])
      let taken = recorder.attempt(from: "good") { recorder in
        Binder<Singleton>(recorder: recorder).include(module: Extra.self)
      }
      #expect(taken.isEmpty)
    }
    let extra = recording.graph.bindings.filter { $0.key.typeName == "Double" }
    #expect(extra.map(\.provenance.origin) == ["good"])
    #expect(recording.graph.reported.isEmpty)
  }
}

private struct NamedType: CustomTestStringConvertible {
  let type: any Any.Type
  let name: String

  init(_ type: any Any.Type, _ name: String) {
    self.type = type
    self.name = name
  }

  var testDescription: String { name }
}

private protocol Shape {}
private protocol Sized {}
private protocol Repository<Item> { associatedtype Item }

private enum Hidden {
  struct Inner<T> {}
}

private struct Namesake {}

private enum Namesakes: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Namesake.self).to(factory: Namesake.init)
    OtherFile.bindNamesake(binder)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum Currency: Cleanse.Tag { typealias Element = String }

private final class Register {
  init(a: Provider<Int>, b: WeakProvider<Register>, c: TaggedProvider<Currency>) {}
}

private enum RegisterModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Register.self).sharedInScope().to(factory: Register.init)
    binder.bind(String.self).tagged(with: Currency.self).to(value: "EUR")
  }
}

private enum TillModule: Module {
  static func configure(binder: Binder<Singleton>) { binder.include(module: RegisterModule.self) }
}

private enum Extra: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Double.self).to(value: 1) }
}

private enum Shop: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: TillModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (register: @escaping @Sendable () -> Register) in 3 }
  }
}
