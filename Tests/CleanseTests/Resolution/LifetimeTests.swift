import Cleanse
import Synchronization
import Testing

@Suite("Lifetime", .serialized)
struct LifetimeTests {
  @Test("a shared instance is one in each build, and another in the next")
  func onePerBuild() throws {
    let factory = try ComponentFactory.of(PairComponent.self)
    let (first, second) = (factory.build(()), factory.build(()))
    #expect(first.left.service === first.right.service)
    #expect(first.left.service !== second.left.service)
  }

  @Test("all instances are released with the root, also if shared ones keep providers")
  func everythingGoes() throws {
    let before = Counted.alive
    for _ in 0..<100 {
      let root = try ComponentFactory.of(KeeperComponent.self).build(())
      #expect(root.late.get() === root.keeper.provider.get())
    }
    #expect(Counted.alive == before)
  }

  @Test("a provider keeps its dependencies alive after the root is gone")
  func providerOutlivesRoot() throws {
    let before = Counted.alive
    var provider: Provider<Late>? = try ComponentFactory.of(KeeperComponent.self).build(()).late
    let first = provider?.get()
    #expect(provider?.get() === first)
    provider = nil
    #expect(Counted.alive == before + 1)
    withExtendedLifetime(first) {}
  }

  @Test("nothing is created before it is requested")
  func lazily() throws {
    let before = Counted.made
    _ = try ComponentFactory.of(LazyComponent.self).build(())
    #expect(Counted.made == before)
  }

  @Test("a weak provider returns its instance while that is held, and keeps nothing alive")
  func weakProvider() throws {
    var family: Family? = try ComponentFactory.of(FamilyComponent.self).build(())
    let child = try #require(family?.parent.child)
    #expect(child.parent.get() === family?.parent)
    #expect(family?.settings.get() == Settings(name: "s"))
    #expect(child.settings.get() == Settings(name: "s"))
    family = nil
    #expect(child.parent.get() == nil)
    #expect(child.settings.get() == nil)
  }

  @Test("building leaves no memory behind")
  func builds() throws {
    let factory = try ComponentFactory.of(KeeperComponent.self)
    let before = Counted.alive
    for _ in 0..<10_000 { _ = factory.build(()).late.get() }
    #expect(Counted.alive == before)
  }
}

private class Counted {
  private static let counts = Mutex((made: 0, gone: 0))
  static var made: Int { counts.withLock { $0.made } }
  static var alive: Int { counts.withLock { $0.made - $0.gone } }
  init() { Self.counts.withLock { $0.made += 1 } }
  deinit { Self.counts.withLock { $0.gone += 1 } }
}

private final class Service: Counted {}

private struct Side { let service: Service }

private struct Pair {
  let left: Side
  let right: Side
}

private enum PairComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Service.self).sharedInScope().to { Service() }
    binder.bind(Side.self).to(factory: Side.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private final class Late: Counted {}

/// A shared instance that keeps a provider of another one: a reference cycle, if the provider kept
/// the whole component.
private final class Keeper: Counted {
  let provider: Provider<Late>
  init(provider: Provider<Late>) { self.provider = provider }
}

private struct KeeperRoot {
  let keeper: Keeper
  let late: Provider<Late>
}

private enum KeeperComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Late.self).sharedInScope().to { Late() }
    binder.bind(Keeper.self).sharedInScope().to { (late: Provider<Late>) in
      Keeper(provider: late)
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<KeeperRoot>
  ) -> BindingReceipt<KeeperRoot> {
    bind.to(factory: KeeperRoot.init)
  }
}

private enum LazyComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Late.self).sharedInScope().to { Late() }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Provider<Late>>
  ) -> BindingReceipt<Provider<Late>> {
    bind.to { (late: @escaping @Sendable () -> Late) in Provider(getter: late) }
  }
}

private struct Settings: Equatable { let name: String }

private final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

private final class Child {
  let parent: WeakProvider<Parent>
  let settings: WeakProvider<Settings>
  init(parent: WeakProvider<Parent>, settings: WeakProvider<Settings>) {
    self.parent = parent
    self.settings = settings
  }
}

private struct Family {
  let parent: Parent
  let settings: Provider<Settings>
}

private enum FamilyComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Child.self).sharedInScope().to(factory: Child.init)
    binder.bind(Parent.self).sharedInScope().to(factory: Parent.init)
    binder.bind(Settings.self).sharedInScope().to { Settings(name: "s") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Family>) -> BindingReceipt<Family> {
    bind.to(factory: Family.init)
  }
}
