import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Modules in the subcomponents of a scope")
struct ExtensionTests {
  private struct PageScope: Scope {}
  private struct MarginScope: Scope {}
  private struct UnusedScope: Scope {}

  private final class Ink: Sendable {}

  private struct Page {
    let number: Int
    let lines: [String]
    let ink: Provider<Ink>
    let margins: ComponentFactory<MarginComponent>
  }

  private struct Margin { let widths: [Double] }

  private enum MarginComponent: Component {
    typealias Scope = MarginScope
    static func configure(binder: Binder<MarginScope>) {
      binder.declareCollection(of: Double.self)
    }
    static func configureRoot(binder bind: ReceiptBinder<Margin>) -> BindingReceipt<Margin> {
      bind.to(factory: Margin.init)
    }
  }

  private enum PageComponent: Component {
    typealias Seed = Int
    static func configure(binder: Binder<PageScope>) {
      binder.bind(String.self).intoCollection().to { (number: Int) in "own \(number)" }
      binder.bind(Ink.self).sharedInScope().to(factory: Ink.init)
      binder.install(dependency: MarginComponent.self)
    }
    static func configureRoot(binder bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
      bind.to(factory: Page.init)
    }
  }

  private struct Book { let pages: ComponentFactory<PageComponent> }

  private enum LinesModule: Module {
    static func configure(binder: Binder<PageScope>) {
      binder.include(module: SharedLines.self)
      binder.bind(String.self).intoCollection().to { (number: Int, ink: Ink) in
        "\(number) \(ObjectIdentifier(ink).hashValue != 0)"
      }
      binder.include(module: MarginModule.self, inSubcomponentsOf: MarginScope.self)
    }
  }

  private enum SharedLines: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).intoCollection().to(value: "shared")
    }
  }

  private enum MarginModule: Module {
    static func configure(binder: Binder<MarginScope>) {
      binder.bind(Double.self).intoCollection().to { (page: String) in Double(page.count) }
      binder.bind(String.self).to { (ink: Ink, number: Int) in "\(number)" }
    }
  }

  private enum UnusedModule: Module {
    static func configure(binder: Binder<UnusedScope>) {}
  }

  private enum BookComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      // Before the subcomponent is installed, and twice.
      binder.include(module: LinesModule.self, inSubcomponentsOf: PageScope.self)
      binder.include(module: LinesModule.self, inSubcomponentsOf: PageScope.self)
      binder.install(dependency: PageComponent.self)
    }
    static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
      bind.to(factory: Book.init)
    }
  }

  @Test("are bindings of each, with its seed and shared instances, also further below")
  func bindings() throws {
    let book = try ComponentFactory.of(BookComponent.self).build(())
    let page = book.pages.build(7)
    #expect(page.lines == ["own 7", "shared", "7 true"])
    #expect(book.pages.build(8).lines.last == "8 true")
    #expect(page.ink.get() === page.ink.get())
    #expect(page.ink.get() !== book.pages.build(7).ink.get())
    #expect(page.margins.build(()).widths == [1])
  }

  private enum WithoutSubcomponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: UnusedModule.self, inSubcomponentsOf: UnusedScope.self)
    }
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  @Test("are an error if no subcomponent has the scope")
  func missing() throws {
    let error = try #require(throws: ValidationError.self) {
      try ComponentFactory.of(WithoutSubcomponent.self)
    }
    #expect(error.diagnostics.map(\.code) == [.missingSubcomponent])
    expectGolden(
      error.diagnostics.map(\.description).joined(separator: "\n"), "missing-subcomponent")
  }

  private enum RenamedMargin: Module {
    static func configure(binder: Binder<MarginScope>) {
      binder.bind(String.self).to(value: "four")
    }
  }

  /// Its own extension records an extension of the component below.
  private enum RenamedPage: Module {
    static func configure(binder: Binder<PageScope>) {
      binder.bind(Ink.self).sharedInScope().to(factory: Ink.init)
      binder.include(module: RenamedMargin.self, inSubcomponentsOf: MarginScope.self)
    }
  }

  private enum Renaming: Module {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: RenamedPage.self, inSubcomponentsOf: PageScope.self)
    }
  }

  @Test("override the bindings of the subcomponents, if the module that includes them overrides")
  func overrides() throws {
    let factory = try ComponentFactory.of(BookComponent.self) { binder in
      binder.include(module: Renaming.self)
    }
    // A margin is as wide as the page's text is long.
    #expect(factory.build(()).pages.build(7).margins.build(()).widths == [4])
  }

  @Test("of contributors belong to them, or are not recorded at all")
  func contributors() throws {
    var refused: [Diagnostic] = []
    let recording = Recording(of: BookComponent.self) { recorder in
      let errors = recorder.attempt(from: "good") { recorder in
        let binder = Binder<Singleton>(recorder: recorder)
        binder.include(module: GoodLines.self, inSubcomponentsOf: PageScope.self)
      }
      #expect(errors.isEmpty)
      refused = recorder.attempt(from: "bad") { recorder in
        let binder = Binder<Singleton>(recorder: recorder)
        binder.include(module: FailingLines.self, inSubcomponentsOf: PageScope.self)
      }
    }
    #expect(refused.map(\.message) == ["it fails"])
    let page = recording.graph.components.firstIndex { $0.name.hasSuffix("PageComponent") }
    let lines = recording.graph.bindings.filter {
      $0.component.number == page && $0.kind == .contribution
    }
    #expect(lines.map(\.provenance.origin) == [nil, nil, nil, "good"])
  }

  private enum FailingLines: Module {
    static func configure(binder: Binder<PageScope>) {
      binder.bind(String.self).intoCollection().to(value: "fails")
      binder.addError("it fails")
    }
  }

  private enum GoodLines: Module {
    static func configure(binder: Binder<PageScope>) {
      // The application includes it, too.
      binder.include(module: SharedLines.self)
      binder.bind(String.self).intoCollection().to(value: "good")
    }
  }
}
