import Cleanse
import Testing

@Suite("Collections that several components contribute to")
struct MergedCollectionTests {
  @Test("contributions of ancestors come first, each component's in its own order")
  func arrays() throws {
    let outer = try ComponentFactory.of(ParentComponent.self).build(())
    let middle = outer.middle.build(())
    let inner = middle.inner.build(())
    #expect(outer.words == ["o1", "o2", "o3", "o4"])
    #expect(middle.words == ["o1", "o2", "o3", "o4", "m1", "m2"])
    #expect(inner.words == ["o1", "o2", "o3", "o4", "m1", "m2", "i1", "i2", "i3"])
  }

  @Test("a dictionary keeps the last contribution of equal keys")
  func dictionaries() throws {
    let outer = try ComponentFactory.of(ParentComponent.self).build(())
    let middle = outer.middle.build(())
    #expect(outer.values == ["a": "outer", "b": "outer, ordered"])
    #expect(middle.values == ["a": "middle", "b": "outer, ordered"])
    #expect(middle.inner.build(()).values == ["a": "inner, ordered", "b": "inner"])
  }

  @Test("a set keeps the first contribution of equal elements")
  func sets() throws {
    let outer = try ComponentFactory.of(ParentComponent.self).build(())
    let middle = outer.middle.build(())
    #expect(outer.entries.map(\.origin) == ["outer"])
    let texts = middle.inner.build(()).entries.sorted { $0.id < $1.id }.map(\.origin)
    #expect(texts == ["outer", "middle", "inner"])
  }
}

private struct Entry: Hashable {
  let id: Int
  let origin: String
  init(_ id: Int, _ origin: String) { (self.id, self.origin) = (id, origin) }
  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private struct Outer {
  let words: [String]
  let values: [String: String]
  let entries: Set<Entry>
  let middle: ComponentFactory<MiddleComponent>
}

private enum ParentComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareDictionary(of: String.self, keyedBy: String.self, allowsDuplicateKeys: true)
    binder.bind(String.self).intoCollection().ordered(9).to(value: "o4")
    binder.bind(String.self).intoCollection().to(value: ["o2", "o3"])
    binder.bind(String.self).intoCollection().ordered(-1).to(value: "o1")
    binder.bind(String.self).intoDictionary(key: "a").to(value: "outer")
    binder.bind(String.self).intoDictionary(key: "b").ordered(1).to(value: "outer, ordered")
    binder.bind(String.self).intoDictionary(key: "b").to(value: "outer")
    binder.bind(Entry.self).intoSet().to { Entry(1, "outer") }
    binder.install(dependency: MiddleComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Outer>) -> BindingReceipt<Outer> {
    bind.to(factory: Outer.init)
  }
}

private struct Middle {
  let words: [String]
  let values: [String: String]
  let inner: ComponentFactory<Subcomponent>
}

private enum MiddleComponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).intoCollection().to(value: "m2")
    binder.bind(String.self).intoCollection().ordered(-9).to(value: "m1")
    binder.bind(String.self).intoDictionary(key: "a").ordered(-9).to(value: "middle")
    binder.bind(Entry.self).intoSet().to { [Entry(1, "middle"), Entry(2, "middle")] }
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Middle>) -> BindingReceipt<Middle> {
    bind.to(factory: Middle.init)
  }
}

private struct Inner {
  let words: [String]
  let values: [String: String]
  let entries: Set<Entry>
}

private enum Subcomponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).intoCollection().to(value: "i2")
    binder.bind(String.self).intoCollection().to(value: "i3")
    binder.bind(String.self).intoCollection().ordered(-20).to(value: "i1")
    binder.bind(String.self).intoDictionary(key: "a").ordered(1).to(value: "inner, ordered")
    binder.bind(String.self).intoDictionary(key: "a").to(value: "inner")
    binder.bind(String.self).intoDictionary(key: "b").ordered(-20).to(value: "inner")
    binder.bind(Entry.self).intoSet().to { [Entry(2, "inner"), Entry(3, "inner")] }
  }
  static func configureRoot(binder bind: ReceiptBinder<Inner>) -> BindingReceipt<Inner> {
    bind.to(factory: Inner.init)
  }
}
