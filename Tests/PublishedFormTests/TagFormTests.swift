import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

@Suite("Published forms: tags")
struct TagFormTests {
  @Test("tags distinguish bindings of one type")
  func distinct() throws {
    struct Primary: Tag { typealias Element = String }
    struct Backup: Tag { typealias Element = String }
    struct Addresses {
      let plain: String
      let primary: TaggedProvider<Primary>
      let backup: TaggedProvider<Backup>
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(String.self).to(value: "none")
        binder.bind(String.self).tagged(with: Primary.self).to(value: "one")
        binder.bind().tagged(with: Backup.self).to(value: "two")
        binder.bind().to(factory: Addresses.init)
      }
    }
    let all = try requested(Addresses.self, of: Bindings.self)
    #expect([all.plain, all.primary.get(), all.backup.get()] == ["none", "one", "two"])
  }

  @Test("a tagged binding is shared, is made by a factory, and forwards to a subclass")
  func builders() throws {
    class Screen {}
    final class Home: Screen {}
    struct Main: Tag { typealias Element = Screen }
    struct Count: Tag { typealias Element = [Int] }
    struct Parts {
      let screen: TaggedProvider<Main>
      let home: Home
      let count: TaggedProvider<Count>
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().sharedInScope().to(factory: Home.init)
        binder.bind().tagged(with: Main.self).to { $0 as Home }
        binder.bind(Int.self).to(value: 2)
        binder.bind([Int].self).tagged(with: Count.self).sharedInScope().to { (number: Int) in
          [number, number]
        }
        binder.bind().to(factory: Parts.init)
      }
    }
    let parts = try requested(Parts.self, of: Bindings.self)
    #expect(parts.screen.get() === parts.home && parts.count.get() == [2, 2])
  }

  @Test("a tag is nested in the type that requests it, and is itself called Tag")
  func nested() throws {
    struct Port {
      struct Tag: Cleanse.Tag { typealias Element = Int }
      let number: Int
      init(number: TaggedProvider<Port.Tag>) { self.number = number.get() }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).tagged(with: Port.Tag.self).to(value: 80)
        binder.bind().to(factory: Port.init)
      }
    }
    #expect(try requested(Port.self, of: Bindings.self).number == 80)
  }
}
