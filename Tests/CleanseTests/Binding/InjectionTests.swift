import Cleanse
import Testing

@Suite("Property and assisted injection")
struct InjectionTests {
  @Test("an injector sets the properties of an existing instance")
  func properties() throws {
    let injector = try ComponentFactory.of(ScreenComponent.self).build(())
    let screen = Screen()
    injector.injectProperties(into: screen)
    #expect(screen.title == "title" && screen.count == 3)
    #expect(screen.isPrepared)
  }

  @Test("an injector can be a method, a closure or the superclass's injector")
  func injectors() throws {
    let root = try ComponentFactory.of(InjectorsComponent.self).build(())
    let screen = Screen()
    root.method.injectProperties(into: screen)
    #expect(screen.title == "title")
    let window = Window()
    root.closure.injectProperties(into: window)
    #expect(window.title == "title" && window.count == 4)
  }

  @Test("a factory can take its seed at any parameter index")
  func assisted() throws {
    let root = try ComponentFactory.of(FactoriesComponent.self).build(())
    #expect(root.pages.build("Ann").text == "Ann 4 title")
    #expect(root.pages.build("Bob").text == "Bob 4 title")
    #expect(root.pairs.build((1, "x")).text == "1x title")
    #expect(root.empty.build().text == "title")
  }

  @Test("dependencies of an injector and of a factory stay linked after linking")
  func keepsLinks() throws {
    for _ in 0..<200 {
      let root = try ComponentFactory.of(DeepComponent.self).build(())
      // Reuses memory that was released too early.
      let others = try (0..<5).map { _ in try ComponentFactory.of(InjectorsComponent.self) }
      let screen = Screen()
      root.injector.injectProperties(into: screen)
      #expect(screen.title == "3 title")
      #expect(root.pages.build("Ann").text == "Ann 3 title")
      withExtendedLifetime(others) {}
    }
  }

  @Test("a factory's missing dependency is reported like any other")
  func missing() {
    #expect(findings(of: IncompleteFactory.self).map(\.code) == [.missingBinding])
    #expect(findings(of: FactoryCycle.self).isEmpty)
  }

  @Test("a seed that is a tagged provider is built from its element")
  func taggedSeed() throws {
    #expect(try ComponentFactory.of(TaggedSeed.self).build("Ann") == 3)
  }
}

private enum Title: Cleanse.Tag { typealias Element = String }

private class Screen {
  var title: String?
  var count = 0
  var isPrepared = false

  func injectProperties(title: TaggedProvider<Title>, count: Int) {
    self.title = title.get()
    self.count = count
  }
}

private final class Window: Screen {}

private enum ValuesModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(String.self).tagged(with: Title.self).to(value: "title")
    binder.bind(Int.self).to(value: 3)
  }
}

private enum ScreenComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: ValuesModule.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<PropertyInjector<Screen>>
  ) -> BindingReceipt<PropertyInjector<Screen>> {
    bind.propertyInjector(configuredWith: { bind in
      bind.to { (screen: Screen, title: TaggedProvider<Title>, count: Int) in
        screen.injectProperties(title: title, count: count)
        screen.isPrepared = true
      }
    })
  }
}

private struct Injectors {
  let method: PropertyInjector<Screen>
  let closure: PropertyInjector<Window>
}

private enum InjectorsComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: ValuesModule.self)
    binder.bindPropertyInjectionOf(Screen.self).to(injector: Screen.injectProperties)
    binder.bindPropertyInjectionOf(Window.self).to {
      ($1 as PropertyInjector<Screen>).injectProperties(into: $0)
      $0.count += 1
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Injectors>) -> BindingReceipt<Injectors> {
    bind.to(factory: Injectors.init)
  }
}

private struct Page {
  let text: String

  enum Opening: AssistedFactory {
    typealias Seed = String
    typealias Element = Page
  }

  enum Pairing: AssistedFactory {
    typealias Seed = (Int, String)
    typealias Element = Page
  }
}

private struct Factories {
  let pages: Factory<Page.Opening>
  let pairs: Factory<Page.Pairing>
  let empty: Factory<EmptySeed<Page>>
}

private enum FactoriesComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: ValuesModule.self)
    binder.bindFactory(Page.self).with(Page.Opening.self).to {
      (count: Int, name: Assisted<String>, title: TaggedProvider<Title>) in
      Page(text: "\(name.get()) \(count + 1) \(title.get())")
    }
    binder.bindFactory(Page.self).with(Page.Pairing.self).to {
      (title: TaggedProvider<Title>, pair: Assisted<(Int, String)>) in
      Page(text: "\(pair.get().0)\(pair.get().1) \(title.get())")
    }
    binder.bindFactory(Page.self).with(EmptySeed<Page>.self).to {
      (title: TaggedProvider<Title>) in Page(text: title.get())
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Factories>) -> BindingReceipt<Factories> {
    bind.to(factory: Factories.init)
  }
}

private struct Caption { let text: String }

private struct DeepRoot {
  let injector: PropertyInjector<Screen>
  let pages: Factory<Page.Opening>
}

/// The dependencies of the injector and of the factory have dependencies of their own.
private enum DeepComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: ValuesModule.self)
    binder.bind(Caption.self).to { (count: Int, title: TaggedProvider<Title>) in
      Caption(text: "\(count) \(title.get())")
    }
    binder.bind(Substring.self).to { (caption: Caption) in caption.text[...] }
    binder.bindPropertyInjectionOf(Screen.self).to { (screen: Screen, text: Substring) in
      screen.title = String(text)
    }
    binder.bindFactory(Page.self).with(Page.Opening.self).to {
      (name: Assisted<String>, text: Substring) in Page(text: "\(name.get()) \(text)")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<DeepRoot>) -> BindingReceipt<DeepRoot> {
    bind.to(factory: DeepRoot.init)
  }
}

private enum IncompleteFactory: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindFactory(Page.self).with(Page.Opening.self).to {
      (count: Int, name: Assisted<String>) in Page(text: "\(name.get()) \(count)")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (factory: Factory<Page.Opening>) in "" }
  }
}

private enum FactoryCycle: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to { (factory: Factory<Page.Opening>) in 1 }
    binder.bindFactory(Page.self).with(Page.Opening.self).to {
      (count: Int, name: Assisted<String>) in Page(text: "\(name.get()) \(count)")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (factory: Factory<Page.Opening>) in "" }
  }
}

private enum TaggedSeed: RootComponent {
  typealias Seed = TaggedProvider<Title>
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (title: TaggedProvider<Title>) in title.get().count }
  }
}
