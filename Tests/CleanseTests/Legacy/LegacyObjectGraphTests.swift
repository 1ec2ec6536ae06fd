import CleanseTestSupport
@testable import Cleanse
@testable import CleanseGraph
import Testing

@Suite("The legacy object graph", .serialized)
struct LegacyObjectGraphTests {
  @Test("the object graph returns objects by class, new and shared ones")
  func objects() throws {
    let graph = try ComponentFactory.of(AppComponent.self).build(())
    #expect(try graph.objectForClass(Log.self) as? Log != nil)
    #expect(try graph.objectForClass(Log.self) === graph.objectForClass(Log.self))
    #expect(try graph.objectForClass(Page.self) !== graph.objectForClass(Page.self))
    let makePage = try graph.providerForClass(Page.self)
    let (first, second) = (makePage() as? Page, makePage() as? Page)
    #expect(first != nil && first !== second)
    let log = try graph.objectForClass(Log.self) as? Log
    #expect(first?.log === log)
  }

  @Test("tagged objects are found by the tag's name, short or qualified")
  func names() throws {
    let graph = try ComponentFactory.of(AppComponent.self).build(())
    let home = try graph.objectForClass(Page.self, withName: "Home") as? Page
    #expect(home?.title == "home")
    let inbox = try graph.providerForClass(Page.self, withName: "CleanseTests.Inbox")() as? Page
    #expect(inbox?.title == "inbox")
    #expect((try graph.objectForClass(Page.self) as? Page)?.title == "plain")
    let left = try graph.objectForClass(Page.self, withName: "CleanseTests.Left.Twin") as? Page
    #expect(left?.title == "left")
  }

  @Test("the injectors of the class hierarchy run, the base class's first")
  func hierarchy() throws {
    let graph = try ComponentFactory.of(AppComponent.self).build(())
    let screen = DetailScreen()
    try graph.injectPropertiesIntoObject(screen)
    #expect(screen.injected == ["screen", "detail"])
    let base = Screen()
    try graph.injectPropertiesIntoObject(base)
    #expect(base.injected == ["screen"])
    let subclass = LastScreen()
    try graph.injectPropertiesIntoObject(subclass as AnyObject)
    #expect(subclass.injected == ["screen", "detail"])
  }

  @Test("a subcomponent's object graph shadows no binding, and does not list itself")
  func nested() throws {
    let graph = BindingGraph(of: ShownComponent.self)
    #expect(GraphValidation().diagnostics(of: graph) == [])
    let root = try ComponentFactory.of(ShownComponent.self).build(())
    let keeper = try root.objectForClass(Shell.self) as? Shell
    #expect(keeper != nil)
    #expect(diagnostic { _ = try root.objectForClass(LegacyObjectGraph.self) } != nil)
  }

  @Test("a subcomponent's object graph finds the nearest object of each class")
  func subcomponent() throws {
    let outer = try ComponentFactory.of(ParentComponent.self).build(())
    let graph = outer.inner.build(User(name: "Ann"))
    #expect(try graph.objectForClass(Log.self) === outer.log)
    #expect((try graph.objectForClass(User.self) as? User)?.name == "Ann")
    #expect((try graph.objectForClass(Page.self) as? Page)?.title == "inner")
    let screen = Screen()
    try graph.injectPropertiesIntoObject(screen)
    #expect(screen.injected == ["inner"])
  }

  @Test("a missing object is a thrown error with near misses and the line to add")
  func missing() throws {
    let graph = try ComponentFactory.of(AppComponent.self).build(())
    let found = [
      diagnostic { _ = try graph.objectForClass(User.self) },
      diagnostic { _ = try graph.objectForClass(Page.self, withName: "Outbox") },
      diagnostic { _ = try graph.providerForClass(SpecialLog.self) },
      diagnostic { _ = try graph.objectForClass(Screen.self, withName: "Home") },
      diagnostic { _ = try graph.objectForClass(Page.self, withName: "Twin") },
      diagnostic { try graph.injectPropertiesIntoObject(SpecialLog()) },
    ]
    #expect(found.dropLast().allSatisfy { $0?.code == .missingObject })
    #expect(found[5]?.code == .missingInjector)
    expectGolden(
      found.map { $0?.description ?? "nothing" }.joined(separator: "\n"), "legacy-object-graph")
  }

  @Test("objects can depend on the graph without being listed in it, and without a cycle")
  func users() throws {
    for validate in [true, false] {
      let root = try ComponentFactory.of(UserComponent.self, validate: validate).build(())
      #expect(try root.user.graph.objectForClass(Log.self) === root.log)
      #expect(try root.shared.graph.objectForClass(Log.self) === root.log)
      #expect(try root.inner.build(()).objectForClass(Log.self) === root.log)
      let found = [
        diagnostic { _ = try root.user.graph.objectForClass(NeedsGraph.self) },
        diagnostic { _ = try root.inner.build(()).objectForClass(Shell.self) },
        diagnostic { try root.user.graph.injectPropertiesIntoObject(Shell(inner: root.inner)) },
      ]
      #expect(found.map(\.?.code) == [.missingObject, .missingObject, .missingInjector])
      expectGolden(
        found.map { $0?.description ?? "nothing" }.joined(separator: "\n"),
        "legacy-object-graph-users")
    }
  }

  @Test("the graph shows a request for every listed object, so that none is unused")
  func edges() throws {
    let graph = BindingGraph(of: AppComponent.self)
    let root = graph.bindings(answering: graph.components[0].root)
    #expect(
      root.first?.requests.map(\.key.typeName) == [
        "CleanseTests.Log", "CleanseTests.Page", "CleanseTests.Page", "CleanseTests.Page",
        "CleanseTests.Page", "CleanseTests.Page",
        "Cleanse.PropertyInjector<CleanseTests.Screen>",
        "Cleanse.PropertyInjector<CleanseTests.DetailScreen>",
      ])
    #expect(!GraphValidation().diagnostics(of: graph).contains { $0.code == .unusedBinding })
  }

  @Test("contributions are listed, and overrides are in effect")
  func contributions() throws {
    let recording = Recording(of: AppComponent.self) { recorder in
      let errors = recorder.attempt(from: "org.example.users") { recorder in
        let binder = Binder<Singleton>(recorder: recorder)
        binder.bind(User.self).to { (page: Page) in User(name: page.title) }
        binder.bind(Page.self).overriding().to { (log: Log) in Page(title: "new", log: log) }
      }
      #expect(errors == [])
    }
    let graph = try ComponentFactory<AppComponent>(recording).build(())
    #expect((try graph.objectForClass(User.self) as? User)?.name == "new")
  }

  @Test("an object that can't be created is a finding, and thrown without validation, too")
  func broken() {
    #expect(findings(of: BrokenComponent.self).map(\.code) == [.missingBinding])
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(BrokenComponent.self, validate: false)
    }
  }

  @Test("a factory's error is passed on, and its object has no provider")
  func throwing() throws {
    let graph = try ComponentFactory.of(ThrowingObjects.self).build(())
    #expect(throws: ResolutionError.self) { _ = try graph.objectForClass(Log.self) }
    #expect(throws: ResolutionError.self) { _ = try graph.objectForClass(Page.self) }
    #expect(throws: ResolutionError.self) {
      _ = try graph.objectForClass(Page.self, withName: "Home")
    }
    #expect(try graph.objectForClass(User.self) is User)
    let found = [
      diagnostic { _ = try graph.providerForClass(Page.self) },
      diagnostic { _ = try graph.objectForClass(Shell.self) },
    ]
    #expect(found.map(\.?.code) == [.unhandledError, .missingObject])
    expectGolden(
      found.map { $0?.description ?? "nothing" }.joined(separator: "\n"),
      "legacy-object-graph-effects")
  }

  @Test("the objects that build awaits are listed")
  func asynchronous() async throws {
    let graph = try await ComponentFactory.of(AwaitedObjects.self).build(())
    #expect(try graph.objectForClass(Log.self) === graph.objectForClass(Log.self))
    #expect((try graph.providerForClass(Page.self)() as? Page)?.title == "awaited")
  }

  @Test("the object graph and its providers keep their objects alive, and nothing else does")
  func lifetime() throws {
    weak var log: AnyObject?
    var makePage: (() -> AnyObject)?
    do {
      let graph = try ComponentFactory.of(AppComponent.self).build(())
      log = try graph.objectForClass(Log.self)
      #expect(log != nil)
      makePage = try graph.providerForClass(Page.self)
    }
    #expect(log != nil)
    do {
      let page = makePage?() as? Page
      #expect(page?.log === log)
    }
    makePage = nil
    #expect(log == nil)
  }

  @Test("a shared object that keeps the graph is released")
  func sharedUser() throws {
    weak var user: AnyObject?
    weak var log: AnyObject?
    do {
      let root = try ComponentFactory.of(UserComponent.self).build(())
      user = root.shared
      log = try root.shared.graph.objectForClass(Log.self)
      #expect(user != nil && log != nil)
    }
    #expect(user == nil && log == nil)
  }
}

/// The diagnostic that the call throws.
private func diagnostic(_ call: () throws -> Void) -> Diagnostic? {
  do {
    try call()
    return nil
  } catch {
    return error as? Diagnostic
  }
}

private class Log {}
private final class SpecialLog: Log {}

private final class User {
  let name: String
  init(name: String) { self.name = name }
}

private final class Page {
  let title: String
  let log: Log
  init(title: String, log: Log) {
    self.title = title
    self.log = log
  }
}

private enum Home: Cleanse.Tag { typealias Element = Page }
private enum Inbox: Cleanse.Tag { typealias Element = Page }
private enum Left { enum Twin: Cleanse.Tag { typealias Element = Page } }
private enum Right { enum Twin: Cleanse.Tag { typealias Element = Page } }

private class Screen { var injected: [String] = [] }
private class DetailScreen: Screen {}
private final class LastScreen: DetailScreen {}

private enum AppModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to { Log() }
    binder.bind(String.self).to(value: "plain")
    binder.bind(Page.self).to(factory: Page.init)
    binder.bind(Page.self).tagged(with: Home.self).to { (log: Log) in
      Page(title: "home", log: log)
    }
    binder.bind(Page.self).tagged(with: Inbox.self).to { (log: Log) in
      Page(title: "inbox", log: log)
    }
    binder.bind(Page.self).tagged(with: Left.Twin.self).to { (log: Log) in
      Page(title: "left", log: log)
    }
    binder.bind(Page.self).tagged(with: Right.Twin.self).to { (page: Page) in page }
    binder.bindPropertyInjectionOf(Screen.self).to { (screen: Screen) in
      screen.injected.append("screen")
    }
    binder.bindPropertyInjectionOf(DetailScreen.self).to { (screen: DetailScreen, log: Log) in
      screen.injected.append("detail")
    }
  }
}

private enum AppComponent: RootComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Singleton>) { binder.include(module: AppModule.self) }
}

private struct Outer {
  let log: Log
  let inner: ComponentFactory<Subcomponent>
}

private enum ParentComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: AppModule.self)
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Outer>) -> BindingReceipt<Outer> {
    bind.to(factory: Outer.init)
  }
}

private enum Subcomponent: Component {
  typealias Seed = User
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Page.self).overriding().to { (log: Log) in Page(title: "inner", log: log) }
    binder.bindPropertyInjectionOf(Screen.self).overriding().to { (screen: Screen) in
      screen.injected.append("inner")
    }
  }
}

private final class NeedsGraph {
  let graph: LegacyObjectGraph
  init(graph: LegacyObjectGraph) { self.graph = graph }
}

/// Holds a factory of the component whose root is the graph.
private final class Shell {
  let inner: ComponentFactory<ShellComponent>
  init(inner: ComponentFactory<ShellComponent>) { self.inner = inner }
}

private struct UserRoot {
  let user: NeedsGraph
  let shared: SharedUser
  let shell: Shell
  let log: Log
  let inner: ComponentFactory<ShellComponent>
}

private final class SharedUser {
  let graph: LegacyObjectGraph
  init(graph: LegacyObjectGraph) { self.graph = graph }
}

private enum ShellComponent: Component {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Unscoped>) {}
}

private enum ShownComponent: RootComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: ShellComponent.self)
    binder.bind(Shell.self).to(factory: Shell.init)
  }
}

private enum MiddleComponent: Component {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(NeedsGraph.self).to(factory: NeedsGraph.init)
  }
}

private enum UserComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to { Log() }
    binder.bind(Shell.self).to(factory: Shell.init)
    binder.install(dependency: ShellComponent.self)
    binder.install(dependency: GraphComponent.self)
    binder.bind(NeedsGraph.self).to { (factory: ComponentFactory<GraphComponent>) in
      NeedsGraph(graph: factory.build(()))
    }
    binder.bind(SharedUser.self).sharedInScope().to {
      (factory: ComponentFactory<GraphComponent>) in SharedUser(graph: factory.build(()))
    }
    binder.bindPropertyInjectionOf(Shell.self).to { (shell: Shell, user: NeedsGraph) in }
  }
  static func configureRoot(binder bind: ReceiptBinder<UserRoot>) -> BindingReceipt<UserRoot> {
    bind.to(factory: UserRoot.init)
  }
}

private enum GraphComponent: Component {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: MiddleComponent.self)
    binder.bind(Int.self).to { (middle: ComponentFactory<MiddleComponent>) in 1 }
  }
}

private enum BrokenComponent: RootComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Page.self).to(factory: Page.init)
    binder.bind(Log.self).to { Log() }
  }
}

private struct Broken: Error {}

private enum ThrowingObjects: RootComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to { () throws(Broken) in throw Broken() }
    binder.bind(Page.self).to { (log: Log) in Page(title: "", log: log) }
    binder.bind(Page.self).tagged(with: Home.self).to { (log: Log) in Page(title: "", log: log) }
    binder.bind(User.self).to { User(name: "Ann") }
    binder.bind(Shell.self).to(asyncFactory: { throw Broken() })
  }
}

private enum AwaitedObjects: RootComponent, AsyncComponent {
  typealias Root = LegacyObjectGraph
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(asyncFactory: {
      await Task.yield()
      return Log()
    })
    binder.bind(Page.self).to { (log: Log) in Page(title: "awaited", log: log) }
  }
}
