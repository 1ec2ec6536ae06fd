import Cleanse
import Testing

@Suite("Calls that are too early, in a cycle")
struct EarlyCallTests {
  @Test("the error of a throwing component factory names the requester and the factory")
  func throwing() throws {
    let error = #expect(throws: ResolutionError.self) {
      try ComponentFactory.of(EagerApp.self).build(.direct)
    }
    #expect(
      error?.underlying as? DeferredCallError
        == .tooEarly(
          requester: "CleanseTests.EagerManager", target: "CleanseTests.EagerSessionComponent"))
  }

  @Test("a requester that handles the error is created, and can call the factory afterwards")
  func handled() throws {
    let manager = try ComponentFactory.of(EagerApp.self).build(.handled).manager
    #expect(try manager.sessions.build(()).manager === manager)
  }

  @Test("a call by a dependency of the requester is found")
  func throughHelper() throws {
    let error = #expect(throws: ResolutionError.self) {
      try ComponentFactory.of(HelpedApp.self).build(())
    }
    #expect(
      error?.underlying as? DeferredCallError
        == .tooEarly(
          requester: "CleanseTests.HelpedManager", target: "CleanseTests.HelpedSessionComponent"))
  }

  @Test("a throwing provider fails in the factory of a shared or unshared requester")
  func provider() throws {
    for isShared in [false, true] {
      let error = #expect(throws: ResolutionError.self) {
        try ComponentFactory.of(
          CallingApp.self,
          overriding: { binder in
            if isShared {
              binder.bind(Caller.self).sharedInScope().to(factory: Caller.init)
            } else {
              binder.bind(Caller.self).to(factory: Caller.init)
            }
          }
        ).build(())
      }
      #expect(
        error?.underlying as? DeferredCallError
          == .tooEarly(requester: "CleanseTests.Caller", target: "CleanseTests.Called"))
    }
  }

  @Test("a throwing assisted factory fails when its requester calls it immediately")
  func assisted() throws {
    let error = #expect(throws: ResolutionError.self) {
      try ComponentFactory.of(PressApp.self).build(())
    }
    #expect(
      error?.underlying as? DeferredCallError
        == .tooEarly(requester: "CleanseTests.Press", target: "CleanseTests.Press"))
  }

  // The only advice was to call the provider later, when it still couldn't return what another binding provides.
  @Test("the error of a factory that calls the provider of its own binding names decorators")
  func itself() throws {
    let error = #expect(throws: ResolutionError.self) {
      try ComponentFactory.of(ItselfApp.self).build(())
    }
    let cause = try #require(error?.underlying as? DeferredCallError)
    #expect(cause.description.contains("binder.decorate(_:)"))
  }

  @Test("a component can't build itself in its root's initialiser")
  func recursive() throws {
    let factory = try ComponentFactory.of(TreeApp.self)
    let error = #expect(throws: ResolutionError.self) {
      try factory.build(()).trees.build(.direct)
    }
    #expect(
      error?.underlying as? DeferredCallError
        == .tooEarly(requester: "CleanseTests.Tree", target: "CleanseTests.TreeComponent"))
    #expect(throws: ResolutionError.self) { try factory.build(()).trees.build(.unsharedHelper) }
  }

  @Test("a component can't build itself endlessly through a shared object")
  func endless() throws {
    for way in [Way.sharedHelper, .ancestorsHelper] {
      let error = #expect(throws: ResolutionError.self) {
        try ComponentFactory.of(TreeApp.self).build(()).trees.build(way)
      }
      #expect(
        error?.underlying as? DeferredCallError == .deadlock(target: "CleanseTests.Tree"))
    }
  }

  @Test("a component can build itself a few times through a shared object")
  func finite() throws {
    let tree = try ComponentFactory.of(TreeApp.self).build(()).trees.build(.levels(10))
    #expect(tree.depth == 10)
  }

  // The message named no source location, unlike the error of a caller that can throw.
  @Test("if the caller can't throw, the program stops with the message and the location")
  func stops() async {
    let direct = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try ComponentFactory.of(FatalApp.self).build(()) }
    expectStop(direct, requester: "FatalManager", target: "FatalSessionComponent")
    let recursive = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try ComponentFactory.of(FatalTreeApp.self).build(()) }
    expectStop(recursive, requester: "FatalTree", target: "FatalTreeComponent")
    let provider = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try ComponentFactory.of(FatalProviderApp.self).build(()) }
    expectStop(provider, requester: "FatalCaller", target: "FatalCalled")
  }

  /// Checks the message of a call that was too early, and that it names the binding of the requester.
  private func expectStop(
    _ result: ExitTest.Result?, requester: String, target: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let text = result?.errorText ?? ""
    let error = DeferredCallError.tooEarly(
      requester: "CleanseTests.\(requester)", target: "CleanseTests.\(target)")
    #expect(text.contains("failed: \(error)"), "\(text)", sourceLocation: sourceLocation)
    let step = "creating CleanseTests.\(requester) at CleanseTests/EarlyCallTests.swift:"
    #expect(text.contains(step), "\(text)", sourceLocation: sourceLocation)
  }
}

private enum Timing { case direct, handled }

private final class EagerManager: Sendable {
  let sessions: ComponentFactory<EagerSessionComponent>
  init(sessions: ComponentFactory<EagerSessionComponent>, timing: Timing) throws {
    self.sessions = sessions
    do {
      _ = try sessions.build(())
    } catch {
      if timing == .direct { throw error }
    }
  }
}

private struct EagerSession { let manager: EagerManager }

private enum EagerSessionComponent: Component, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<EagerSession>
  ) -> BindingReceipt<EagerSession> {
    bind.to(factory: EagerSession.init)
  }
}

private struct EagerRoot { let manager: EagerManager }

private enum EagerApp: RootComponent, ThrowingComponent {
  typealias Seed = Timing
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: EagerSessionComponent.self)
    binder.bind(EagerManager.self).sharedInScope().to(factory: EagerManager.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<EagerRoot>) -> BindingReceipt<EagerRoot> {
    bind.to(factory: EagerRoot.init)
  }
}

// MARK: - Through a helper

private struct Opener {
  let sessions: ComponentFactory<HelpedSessionComponent>
  func open() throws { _ = try sessions.build(()) }
}

private final class HelpedManager: Sendable {
  init(opener: Opener) throws { try opener.open() }
}

private struct HelpedSession { let manager: HelpedManager }

private enum HelpedSessionComponent: Component, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<HelpedSession>
  ) -> BindingReceipt<HelpedSession> {
    bind.to(factory: HelpedSession.init)
  }
}

private struct HelpedRoot { let manager: HelpedManager }

private enum HelpedApp: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: HelpedSessionComponent.self)
    binder.bind(Opener.self).to(factory: Opener.init)
    binder.bind(HelpedManager.self).sharedInScope().to(factory: HelpedManager.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<HelpedRoot>) -> BindingReceipt<HelpedRoot> {
    bind.to(factory: HelpedRoot.init)
  }
}

// MARK: - Providers

private final class Caller: Sendable {
  init(called: ThrowingProvider<Called>) throws { _ = try called.get() }
}

private final class Called: Sendable {
  init(caller: Caller) {}
}

private struct CallingRoot { let caller: Caller }

private enum CallingApp: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Caller.self).to(factory: Caller.init)
    binder.bind(Called.self).sharedInScope().to(factory: Called.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CallingRoot>
  ) -> BindingReceipt<CallingRoot> {
    bind.to(factory: CallingRoot.init)
  }
}

private enum ItselfApp: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).to { (number: ThrowingProvider<Int8>) throws in try number.get() + 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (number: Int8) in Int(number) }
  }
}

// MARK: - A component that builds itself

private enum Way {
  case direct, unsharedHelper, sharedHelper, ancestorsHelper
  case levels(Int)
}

private struct TreeScope: Scope {}

private struct UnsharedHelper {
  let trees: ComponentFactory<TreeComponent>
}

private final class SharedHelper: Sendable {
  let trees: ComponentFactory<TreeComponent>
  init(trees: ComponentFactory<TreeComponent>) { self.trees = trees }
}

private final class AncestorsHelper: Sendable {
  let trees: ComponentFactory<TreeComponent>
  init(trees: ComponentFactory<TreeComponent>) { self.trees = trees }
}

private struct Tree {
  let depth: Int

  init(
    way: Way, trees: ComponentFactory<TreeComponent>, unshared: UnsharedHelper,
    shared: SharedHelper, ancestors: AncestorsHelper
  ) throws {
    switch way {
    case .direct: depth = try trees.build(way).depth + 1
    case .unsharedHelper: depth = try unshared.trees.build(way).depth + 1
    case .sharedHelper: depth = try shared.trees.build(way).depth + 1
    case .ancestorsHelper: depth = try ancestors.trees.build(way).depth + 1
    case .levels(0): depth = 0
    case .levels(let rest): depth = try shared.trees.build(.levels(rest - 1)).depth + 1
    }
  }
}

private enum TreeComponent: Component, ThrowingComponent {
  typealias Seed = Way
  static func configure(binder: Binder<TreeScope>) {
    binder.bind(UnsharedHelper.self).to(factory: UnsharedHelper.init)
    binder.bind(SharedHelper.self).sharedInScope().to(factory: SharedHelper.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Tree>) -> BindingReceipt<Tree> {
    bind.to(factory: Tree.init)
  }
}

private struct TreeRoot { let trees: ComponentFactory<TreeComponent> }

private enum TreeApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: TreeComponent.self)
    binder.bind(AncestorsHelper.self).sharedInScope().to(factory: AncestorsHelper.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<TreeRoot>) -> BindingReceipt<TreeRoot> {
    bind.to(factory: TreeRoot.init)
  }
}

// MARK: - What can't throw

private final class FatalManager: Sendable {
  init(sessions: ComponentFactory<FatalSessionComponent>) { _ = sessions.build(()) }
}

private struct FatalSession { let manager: FatalManager }

private enum FatalSessionComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<FatalSession>
  ) -> BindingReceipt<FatalSession> {
    bind.to(factory: FatalSession.init)
  }
}

private struct FatalRoot { let manager: FatalManager }

private enum FatalApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: FatalSessionComponent.self)
    binder.bind(FatalManager.self).sharedInScope().to(factory: FatalManager.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<FatalRoot>) -> BindingReceipt<FatalRoot> {
    bind.to(factory: FatalRoot.init)
  }
}

private struct FatalTree {
  init(trees: ComponentFactory<FatalTreeComponent>) { _ = trees.build(()) }
}

private enum FatalTreeComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<FatalTree>) -> BindingReceipt<FatalTree> {
    bind.to(factory: FatalTree.init)
  }
}

private struct FatalForest {
  let tree: FatalTree
  init(trees: ComponentFactory<FatalTreeComponent>) { tree = trees.build(()) }
}

private enum FatalTreeApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: FatalTreeComponent.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<FatalForest>
  ) -> BindingReceipt<FatalForest> {
    bind.to(factory: FatalForest.init)
  }
}

private final class FatalCaller: Sendable {
  init(called: Provider<FatalCalled>) { _ = called.get() }
}

private final class FatalCalled: Sendable {
  init(caller: FatalCaller) {}
}

private struct FatalProviderRoot { let caller: FatalCaller }

private enum FatalProviderApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(FatalCaller.self).to(factory: FatalCaller.init)
    binder.bind(FatalCalled.self).to(factory: FatalCalled.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<FatalProviderRoot>
  ) -> BindingReceipt<FatalProviderRoot> {
    bind.to(factory: FatalProviderRoot.init)
  }
}

// MARK: - An assisted factory

private enum PageFactory: ThrowingAssistedFactory {
  typealias Seed = Int
  typealias Element = PressedPage
}

private struct PressedPage {
  let press: Press
  let number: Int
}

private final class Press: Sendable {
  let cover: Int
  init(pages: Factory<PageFactory>) throws {
    cover = try pages.build(1).number
  }
}

private enum PressApp: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Press.self).sharedInScope().to(factory: Press.init)
    binder.bindFactory(PressedPage.self).with(PageFactory.self).to {
      (press: Press, number: Assisted<Int>) in PressedPage(press: press, number: number.get())
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (press: Press) in press.cover }
  }
}
