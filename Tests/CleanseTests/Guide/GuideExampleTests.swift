import Cleanse
import CleanseTestSupport
import Testing

@Suite("The examples of the articles")
struct GuideExampleTests {
  @Test("a graph at a glance works")
  func overview() throws {
    #expect(try OverviewExample.run().greet("Ann") == "Hello, Ann!")
  }

  @Test("a component builds its root")
  func component() throws {
    let car = try ComponentExample.run()
    #expect(car.engine.power == 90)
    #expect(car.plate == "CL 1")
  }

  @Test("services run while a function does, and with the sessions that have some")
  func services() async throws {
    try await urgently { () async throws -> Void in
      #expect(try await ServicesExample.body() == 3)
      #expect(try await ServicesExample.served() == [true, false])
    }
  }

  @Test("a binding ends with a value, a factory, a closure or a provider")
  func bindings() throws {
    let texts = try ComponentFactory.of(RequestsExample.BillComponent.self).build()
    #expect(texts == ["Oslo: 12.5", "3"])
  }

  @Test("a binding takes its type from the factory's result or from the value")
  func inferredTypes() throws {
    let text = try ComponentFactory.of(RequestsExample.FareComponent.self).build()
    #expect(text == "Oslo: 12.5 €")
  }

  @Test("a parameter can have four forms, and each request creates a new object")
  func requests() throws {
    let desk = try ComponentFactory.of(RequestsExample.DeskComponent.self).build()
    let all = [
      desk.ticket, desk.tickets.get(), desk.tickets.get(), desk.makeTicket(), desk.spareTicket,
    ]
    #expect(all.allSatisfy { $0?.goal == "Oslo" })
    #expect(Set(all.compactMap { $0.map(ObjectIdentifier.init) }).count == 5)
  }

  @Test("a module that is included twice binds once")
  func modules() throws {
    let server = try ComponentFactory.of(ModulesExample.ServerComponent.self).build()
    #expect(server.users.database.name == "main")
  }

  @Test("a type configures its own binding, and a component is generic over a module")
  func receipts() throws {
    #expect(try ReceiptsExample.run().report.author == "Ann")
  }

  @Test("a factory's error propagates to the requester that can handle it")
  func throwing() throws {
    #expect(try EffectsExample.open(["Momo"]).library.books == ["Momo"])
    let error = #expect(throws: ResolutionError.self) { try EffectsExample.open([]) }
    #expect(error?.underlying is EffectsExample.Library.NoBooks)
    let librarians = try ComponentFactory.of(EffectsExample.LibrarianComponent.self)
    #expect(librarians.build(["Momo"]).answer == "1 books")
    #expect(librarians.build([]).answer == "closed: NoBooks()")
  }

  @Test("build awaits an asynchronous factory")
  func asynchronous() async throws {
    #expect(try await EffectsExample.search().find("Momo"))
  }

  @Test("an instance shared in a scope is the same within a build")
  func scopes() throws {
    let factory = try ComponentFactory.of(ScopesExample.StoreComponent.self)
    let store = factory.build()
    #expect(store.reader.connection === store.writer.connection)
    #expect(factory.build().reader.connection !== store.reader.connection)
  }

  // The articles said that a weak provider returns an object only as long as another object holds it.
  @Test("a provider keeps alive shared objects that it does not depend on")
  func kept() throws {
    var checks = 0
    try ScopesExample.kept {
      #expect($0)
      checks += 1
    }
    #expect(checks == 2)
  }

  @Test("tags distinguish two values of one type")
  func tags() throws {
    let mail = try ComponentFactory.of(TagsExample.MailComponent.self).build()
    #expect(mail.from == "ann@home.example")
    #expect(mail.to == "ann@work.example")
  }

  @Test("a collection has every contribution in order, and can be empty if it is declared")
  func collections() throws {
    let checker = try ComponentFactory.of(CollectionsExample.CheckerComponent.self).build()
    #expect(checker.rules.count == 3)
    #expect(checker.rules[0] is CollectionsExample.NotEmpty)
    let menu = try ComponentFactory.of(CollectionsExample.MenuComponent.self).build()
    #expect(menu.rules.count == 3 && menu.first() is CollectionsExample.NotEmpty)
    let empty = try ComponentFactory.of(CollectionsExample.EmptyComponent.self).build()
    #expect(empty.rules.isEmpty)
  }

  @Test("a collection with fallible contributions can be requested element by element")
  func throwingElements() throws {
    let feed = try ComponentFactory.of(CollectionsExample.FeedComponent.self).build()
    #expect(feed.sources.count == 2 && feed.headlines == ["Rain"])
  }

  @Test("sets and dictionaries are filled like collections")
  func sets() throws {
    let site = try ComponentFactory.of(SetsExample.SiteComponent.self).build()
    #expect(site.languages == ["en", "de"])
    #expect(site.pages == ["home": 1, "news": 2, "about": 3, "legal": 4])
  }

  @Test("a declared optional can be absent")
  func optionals() throws {
    #expect(try ComponentFactory.of(SetsExample.BookComponent.self).build().page.theme == nil)
    let painter = try ComponentFactory.of(SetsExample.PainterComponent.self).build()
    #expect(painter.color == "black" && painter.current.get() == nil)
    let router = try ComponentFactory.of(SetsExample.RouterComponent.self).build()
    #expect(router.open("news") == 2 && router.open("legal") == 4 && router.open("none") == nil)
  }

  @Test("a seed is requested like any other type")
  func seeds() throws {
    #expect(try SeedsExample.run().options.isVerbose)
  }

  @Test("a seed that is a provider provides its element")
  func providerSeed() throws {
    #expect(try SeedsExample.clock().now.get() == 12)
  }

  @Test("a manager builds sessions that depend on it")
  func sessionManager() throws {
    let (server, session) = try CyclesExample.open()
    #expect(session.user == "Ann" && session.manager === server.manager)
  }

  @Test("a contribution depends on a provider of its collection")
  func cycleOfACollection() throws {
    let commands = try ComponentFactory.of(CyclesExample.ShellComponent.self).build().commands
    let help = try #require(commands.first as? CyclesExample.HelpCommand)
    #expect(help.run() == ["help", "quit"])
  }

  @Test("a subcomponent sees its seed, its own bindings and those of its ancestors")
  func subcomponents() throws {
    let (ann, bob) = try SubcomponentsExample.run()
    #expect(ann.user == "Ann" && bob.user == "Bob")
    #expect(ann.log === bob.log)
    #expect(ann.cart !== bob.cart)
  }

  @Test("an object shared in a session's scope is created once for each session")
  func objectOfASession() throws {
    let carts = try #require(
      try ComponentFactory.of(SubcomponentsExample.CartsComponent.self).build().first)
    let (ann, bob) = (carts.build(), carts.build())
    #expect(ann[0] === ann[1])
    #expect(ann[0] !== bob[0])
  }

  @Test("an assisted factory combines the graph's dependencies with the caller's")
  func assistedInjection() throws {
    #expect(try AssistedInjectionExample.run().customer == "Ann")
  }

  @Test("a property injector fills in an object that the framework did not create")
  func propertyInjection() throws {
    #expect(try PropertyInjectionExample.run().title == "Welcome")
    let screen = PropertyInjectionExample.Screen()
    try ComponentFactory.of(PropertyInjectionExample.InjectorComponent.self).build()
      .injectProperties(into: screen)
    #expect(screen.title == "Welcome")
  }

  @Test("an object graph finds objects by their class, and injects from the base class down")
  func legacy() throws {
    let (letter, draft, screen) = try LegacyExample.run()
    #expect((letter as? LegacyExample.Letter)?.text == "Dear Ann")
    #expect((draft as? LegacyExample.Letter)?.text == "Dear")
    #expect(screen.title == "Dear Ann")
  }

  @Test("a weak provider finds the instance without keeping it alive")
  func weakProviders() throws {
    var desktop: WeakProvidersExample.Desktop? = try ComponentFactory.of(
      WeakProvidersExample.DesktopComponent.self
    ).build()
    let menu = try #require(desktop?.window.menu)
    #expect(menu.window.get() === desktop?.window)
    desktop = nil
    #expect(menu.window.get() == nil)
    try WeakProvidersExample.first { #expect($0) }
  }

  @Test("a program from another framework is bound, built and tested")
  func comingFrom() throws {
    let factory = try ComponentFactory.of(ComingFromExample.PlayerComponent.self)
    #expect(factory.findings.map(\.code) == [])
    let player = factory.build()
    #expect(player.library.decoder.format == "FLAC")
    #expect(player.volume == 7)
    let playlist = player.playlists.build("Evening")
    #expect(playlist.name == "Evening" && playlist.library === player.library)
    let tested = try ComponentFactory.of(ComingFromExample.PlayerComponent.self) { binder in
      binder.bind((any ComingFromExample.Decoder).self).to { ComingFromExample.FakeDecoder() }
    }
    #expect(tested.build().library.decoder.format == "fake")
  }

  @Test("the recipes for what has another form there keep its meaning")
  func comingFromRecipes() throws {
    let factory = try ComponentFactory.of(ComingFromExample.RecipesComponent.self)
    #expect(factory.findings.map(\.code) == [])
    let recipes = factory.build()
    #expect(recipes.view.presenter?.view === recipes.view)
    #expect(recipes.showing.title == "Now playing")
    #expect(recipes.jobs.map(\.name) == ["backup"])
    #expect(recipes.pictures.build((size: 3, name: "cover")).label == "cover, 3")
  }

  @Test(
    "a child makes from its own registrations what it overrides, and an old container still provides"
  )
  func comingFromContainers() throws {
    let book = try ComponentFactory.of(ComingFromExample.BookComponent.self).build()
    #expect(book.page.style.color == "black")
    #expect(book.chapters.build().page.style.color == "red")
    let moving = try ComponentFactory.of(ComingFromExample.MovingComponent.self)
    #expect(moving.build(ComingFromExample.OldContainer()) == ["from the old container"])
  }

  @Test("a decorator wraps what another module binds")
  func decorators() throws {
    let browser = try ComponentFactory.of(DecoratorsExample.BrowserComponent.self).build()
    #expect(browser.network.get("a") == "the page a")
    #expect(browser.log.all == ["a"])
  }

  @Test("an override replaces a binding")
  func overrides() throws {
    let shop = try ComponentFactory.of(OverridesExample.SaleComponent.self).build()
    #expect(shop.price.amount == 7)
  }

  @Test("all findings are reported at once, including a module's own")
  func errors() throws {
    var reported: [String] = []
    try ErrorsExample.run { reported.append($0) }
    #expect(
      reported == [
        "cleanse/configuration-error: a language is listed twice",
        "cleanse/missing-binding: missing binding for Character",
      ])
  }

  @Test("a warning is reported where the graph is used, unless its binding suppresses it")
  func severities() throws {
    var reported: [String] = []
    #expect(try SeveritiesExample.run { reported.append($0) }.build() == 1)
    #expect(reported == ["cleanse/unused-binding: Float is never used"])
  }

  @Test("a custom validator rejects a graph")
  func validators() throws {
    let error = #expect(throws: ValidationError.self) { _ = try ValidatorsExample.run() }
    #expect(error?.diagnostics.map(\.code) == ["example/bare-string"])
    var reported: [String] = []
    #expect(try ValidatorsExample.runLeniently { reported.append($0) }.build() == 5)
    #expect(reported.count == 1)
    #expect(reported.first?.contains("Int depends on it") == true)
  }

  @Test("an object can be tested with a fake in its graph, and without a graph")
  func testing() throws {
    #expect(throws: Never.self) { _ = try ComponentFactory.of(TestingExample.AppComponent.self) }
    #expect(try TestingExample.run().report.text == "Sales at 7")
    #expect(try TestingExample.runWithSpy() == 1)
    #expect(TestingExample.runWithoutGraph().text == "Sales at 7")
  }

  @Test("the workarounds for the pitfalls work")
  func pitfalls() throws {
    let (purse, label) = try ComponentFactory.of(PitfallsExample.PurseComponent.self).build()
    #expect(purse.take() !== purse.take())
    #expect(label.text == "text" && label.size == 12)
  }

  @Test("an object of the main actor is created there")
  @MainActor func mainActor() throws {
    let window = try ComponentFactory.of(ConcurrencyExample.PanelComponent.self).build()
    #expect(window.panels.get().title == "Tools")
  }

  @Test("the forms of the published framework compile unchanged")
  func publishedForms() throws {
    let shop = try PublishedFormsExample.run()
    #expect(shop.sessions.build("Ann").user == "Ann")
    let detail = shop.details.build(7)
    #expect(detail.number == 7 && detail.client === shop.details.build(8).client)
    let form = PublishedFormsExample.Form()
    shop.form.injectProperties(into: form)
    #expect(form.address == "https://shop.example")
    #expect(form.tabs == ["Home", "News", "Help"] && shop.tabs.get() == form.tabs)
  }

  @Test("the differences from the published framework are as described")
  func differences() throws {
    _ = try DifferencesExample.keep().worker
    #expect(try DifferencesExample.monitors())
    let site = try ComponentFactory.of(DifferencesExample.SiteComponent.self).build()
    #expect(site.pages.build().titles == ["site", "page"])
    let child = try #require(
      try ComponentFactory.of(DifferencesExample.FamilyComponent.self).build().first)
    #expect(child.parent.children.get().parent === child.parent)
    #expect(try DifferencesExample.isDuplicate())
    let loader = CleanseServiceLoader()
    loader.register(DifferencesExample.ComponentCounter())
    _ = try ComponentFactory.of(DifferencesExample.ShopComponent.self, serviceLoader: loader)
  }

  @Test("every type that the table of threads calls Sendable is Sendable")
  func sendable() {
    func isSendable<T: Sendable>(_ type: T.Type) {}
    isSendable(ComponentFactory<ScopesExample.StoreComponent>.self)
    isSendable(Provider<String>.self)
    isSendable(TaggedProvider<TagsExample.Home>.self)
    isSendable(WeakProvider<String>.self)
    isSendable(PropertyInjector<String>.self)
    isSendable(Assisted<String>.self)
    isSendable(Factory<EmptySeed<String>>.self)
    isSendable(Diagnostic.self)
    isSendable(ValidationError.self)
    isSendable(BindingGraph.self)
    isSendable(ComponentBinding.self)
    isSendable(CleanseServiceLoader.self)
  }
}
