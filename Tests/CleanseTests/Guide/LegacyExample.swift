import Cleanse

/// Objects for code that knows only their class.
enum LegacyExample {
  final class Letter {
    let text: String
    init(text: String) { self.text = text }
  }

  class Screen { var letter: Letter? }
  final class LetterScreen: Screen { var title = "" }

  // guide: legacy
  enum Draft: Tag { typealias Element = Letter }

  enum LetterComponent: RootComponent {
    typealias Root = LegacyObjectGraph

    static func configure(binder: UnscopedBinder) {
      binder.bind(Letter.self).to { Letter(text: "Dear Ann") }
      binder.bind(Letter.self).tagged(with: Draft.self).to { Letter(text: "Dear") }
      binder.bindPropertyInjectionOf(Screen.self).to { (screen: Screen, letter: Letter) in
        screen.letter = letter
      }
      binder.bindPropertyInjectionOf(LetterScreen.self).to { (screen: LetterScreen) in
        screen.title = screen.letter?.text ?? ""
      }
    }
  }
  // guide: end

  static func run() throws -> (letter: AnyObject, draft: AnyObject, screen: LetterScreen) {
    // guide: legacy
    let graph = try ComponentFactory.of(LetterComponent.self).build()
    let letter = try graph.objectForClass(Letter.self)
    let draft = try graph.objectForClass(Letter.self, withName: "Draft")
    let screen = LetterScreen()
    try graph.injectPropertiesIntoObject(screen)
    // guide: end
    return (letter, draft, screen)
  }
}
