import Cleanse
import Testing

/// Not `Sendable`, like most services of an older application.
private final class Journal { var lines: [String] = [] }

@MainActor private final class Screen {
  let journal: Journal
  init(journal: Journal) {
    self.journal = journal
    journal.lines.append("made")
  }
}

private struct Screens {
  let screen: Screen
  let all: [Screen]
  let journal: Journal
}

private enum ScreenComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Journal.self).sharedInScope().to { Journal() }
    binder.bind(Screen.self).sharedInScope().to(mainActorFactory: Screen.init)
    binder.bind(Screen.self).intoCollection().to(mainActorFactory: Screen.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Screens>) -> BindingReceipt<Screens> {
    bind.to(factory: Screens.init)
  }
}

@Suite("Factories of the main actor")
struct MainActorFactoryTests {
  // The documented closure did not compile with such a dependency.
  @Test("take dependencies that are not Sendable")
  @MainActor func dependencies() throws {
    let screens = try ComponentFactory.of(ScreenComponent.self).build(())
    #expect(screens.screen.journal === screens.journal)
    #expect(screens.all.count == 1)
    #expect(screens.journal.lines == ["made", "made"])
  }

  @Test("stop the program on another thread")
  func elsewhere() async {
    await #expect(processExitsWith: .failure) {
      try await Task.detached { _ = try ComponentFactory.of(ScreenComponent.self).build(()) }.value
    }
  }
}
