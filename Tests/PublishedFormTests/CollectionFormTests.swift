import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

@Suite("Published forms: collections")
struct CollectionFormTests {
  @Test("elements, arrays, factories and an empty list are added in the order of declaration")
  func contributions() throws {
    struct Item { let text: String }
    struct Other: Cleanse.Module {
      static func configure(binder: UnscopedBinder) {
        binder.bind(Item.self).intoCollection().to(value: Item(text: "c"))
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(value: 7)
        binder.bind(Item.self).intoCollection().to(value: [])
        binder.bind(Item.self).intoCollection().to(value: [Item(text: "a"), Item(text: "b")])
        binder.include(module: Other.self)
        binder.bind(Item.self).intoCollection().to { (number: Int) -> Item in
          return Item(text: "\(number)")
        }
        binder.bind(Item.self).intoCollection().to { [Item(text: "d")] }
        binder.bind().intoCollection().to { Item(text: "e") }
      }
    }
    let items = try requested([Item].self, of: Bindings.self)
    #expect(items.map { $0.text } == ["a", "b", "c", "7", "d", "e"])
  }

  @Test("a whole collection is tagged")
  func tagged() throws {
    struct Numbers: Tag { typealias Element = [Int] }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().intoCollection().tagged(with: Numbers.self).to(value: [1, 2])
        binder.bind(Int.self).intoCollection().tagged(with: Numbers.self).to(value: 3)
      }
    }
    #expect(try requested(TaggedProvider<Numbers>.self, of: Bindings.self).get() == [1, 2, 3])
  }

  @Test("contributions are shared, and are requested as providers and functions of arrays")
  func shared() throws {
    final class Filter {}
    struct Chain {
      let filters: [Filter]
      let provider: Provider<[Filter]>
      let make: () -> [Filter]
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Filter.self).intoCollection().sharedInScope().to { Filter() }
        binder.bind(Filter.self).intoCollection().to(factory: Filter.init)
        binder.bind().to(factory: Chain.init)
      }
    }
    let chain = try requested(Chain.self, of: Bindings.self)
    #expect(chain.filters.count == 2 && chain.filters[0] === chain.provider.get()[0])
    #expect(chain.filters[0] === chain.make()[0] && chain.filters[1] !== chain.make()[1])
  }

  // The order differs: 4.2 lists the subcomponent's own elements first.
  @Test("a subcomponent adds to the collection of its parent")
  func inherited() throws {
    struct Inner: Component {
      typealias Root = Set<String>
      static func configure(binder: UnscopedBinder) {
        binder.bind(String.self).intoCollection().to(value: "inner")
      }
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.to { (all: [String]) in Set(all) }
      }
    }
    struct Outer {
      let own: [String]
      let inner: ComponentFactory<Inner>
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: Inner.self)
        binder.bind(String.self).intoCollection().to(value: "outer")
        binder.bind().to(factory: Outer.init)
      }
    }
    let outer = try requested(Outer.self, of: Bindings.self)
    #expect(outer.own == ["outer"] && outer.inner.build(()) == ["outer", "inner"])
  }
}
