import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

@Suite("Published forms: test doubles")
struct TestDoubleFormTests {
  private struct Name: Tag { typealias Element = String }
  private struct Badge { let text: String }
  private struct Printing: AssistedFactory {
    typealias Seed = Int
    typealias Element = Badge
  }
  private struct Desk {
    let name: TaggedProvider<Name>
    let count: Provider<Int>
    let make: () -> Double
    let badges: Factory<Printing>
  }

  @Test("an object is made by hand, with providers and a factory of closures")
  func byHand() {
    let notes = Notes()
    let count = Provider<Int> {
      notes.lines.append("called")
      return notes.lines.count
    }
    let desk = Desk(
      name: TaggedProvider(value: "Ann"), count: count, make: { 1.5 },
      badges: Factory { seed in Badge(text: "no. \(seed)") })
    #expect(desk.name.get() == "Ann" && desk.make() == 1.5)
    #expect(desk.count.get() == 1 && desk.count.get() == 2)
    #expect(desk.badges.build(4).text == "no. 4")
  }

  private final class Letter {}
  private struct Mailbox {
    let letter: WeakProvider<Letter>
    let rooms: ComponentFactory<Room>
    let number: Assisted<Int>
  }
  private struct Room: Component {
    typealias Root = String
    typealias Seed = Int
    static func configure(binder: Binder<Unscoped>) {}
    static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
      return bind.to(value: "")
    }
  }

  @Test("weak providers, factories of components and seeds are made by hand, too")
  func otherForms() {
    let letter = Letter()
    let mailbox = Mailbox(
      letter: WeakProvider(value: letter), rooms: ComponentFactory { seed in "room \(seed)" },
      number: Assisted(value: 3))
    #expect(mailbox.letter.get() === letter)
    #if !swift(>=6)
      // In the Swift 6 language mode, a closure can't capture an object that is not sendable.
      #expect(WeakProvider<Letter> { letter }.get() === letter)
    #endif
    #expect(WeakProvider<Letter>(value: nil).get() == nil)
    #expect(WeakProvider(other: Provider<Letter?>(value: letter)).get() === letter)
    #expect(mailbox.rooms.build(7) == "room 7")
    #expect(mailbox.number.get() == 3)
    #expect(Assisted { 4 }.get() == 4 && Assisted(other: Provider(value: 5)).get() == 5)
    #expect(Factory<Printing>(factory: { Badge(text: "\($0)") }).build(2).text == "2")
  }
}
