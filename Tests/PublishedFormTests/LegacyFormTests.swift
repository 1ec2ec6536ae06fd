import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

struct Draft: Tag { typealias Element = Letter }

final class Letter {
  let text: String
  init(text: String) { self.text = text }
}

class Sheet {
  var filled: [String] = []
  func injectProperties(letter: Letter) { filled.append(letter.text) }
}

final class LastSheet: Sheet {
  func injectLast(letter: TaggedProvider<Draft>) { filled.append(letter.get().text) }
}

struct LetterComponent: RootComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: UnscopedBinder) {
    binder.bind(Letter.self).to { Letter(text: "plain") }
    binder.bind(Letter.self).tagged(with: Draft.self).to { Letter(text: "draft") }
    binder.bindPropertyInjectionOf(Sheet.self).to(injector: Sheet.injectProperties)
    binder.bindPropertyInjectionOf(LastSheet.self).to(injector: LastSheet.injectLast)
  }
}

/// The labels differ from those of 4.2, and the methods throw: see rows I2 to I6.
@Suite("Published forms: legacy graph")
struct LegacyFormTests {
  @Test("objects are found by class and by the name of a tag, without configureRoot")
  func objects() throws {
    let graph = try ComponentFactory.of(LetterComponent.self).build(())
    let letter = try graph.objectForClass(Letter.self) as? Letter
    let draft = try graph.objectForClass(Letter.self, withName: "Draft") as? Letter
    let make = try graph.providerForClass(Letter.self)
    #expect(letter?.text == "plain" && draft?.text == "draft")
    #expect((make() as? Letter)?.text == "plain" && make() !== make())
  }

  @Test("the injectors of all superclasses run, beginning with the base class")
  func injectors() throws {
    let graph = try ComponentFactory.of(LetterComponent.self).build(())
    let sheet = LastSheet()
    try graph.injectPropertiesIntoObject(sheet)
    #expect(sheet.filled == ["plain", "draft"])
  }
}
