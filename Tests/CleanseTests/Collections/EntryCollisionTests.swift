import Cleanse
import CleanseTestSupport
import Testing

// They stopped the program although the requester could handle the error, unless the factory of a contribution threw.
@Suite("Entries with one key that are known only when a dictionary is made")
struct EntryCollisionTests {
  @Test("fail a throwing provider of the dictionary, and of what depends on it")
  func providers() throws {
    let root = try ComponentFactory.of(Providers.self).build(())
    expectCollision { _ = try root.numbers.get() }
    expectCollision { _ = try root.holder.get() }
    expectCollision {
      _ = try root.shared.get()
    }
    expectCollision {
      _ = try root.holders[0].get()
    }
    expectCollision {
      _ = try root.maybe.get()
    }
  }

  @Test("fail the build of a throwing and of an asynchronous component, and of a throwing factory")
  func builds() async throws {
    let throwing = try ComponentFactory.of(Throwing.self)
    expectCollision { _ = try throwing.build(()) }
    let asynchronous = try ComponentFactory.of(Asynchronous.self)
    let error = await #expect(throws: ResolutionError.self) {
      _ = try await asynchronous.build(())
    }
    #expect(error?.underlying is DuplicateEntryError)
    let factories = try ComponentFactory.of(Factories.self).build(())
    expectCollision { _ = try factories.handling.build(1) }
    expectCollision { _ = try factories.child.build(()) }
  }

  @Test("fail a member of a cycle of deferred requests")
  func cycle() throws {
    let root = try ComponentFactory.of(Cyclic.self).build(())
    expectCollision { _ = try root.ring.get() }
  }

  @Test(
    "stop the program otherwise",
    arguments: [0, 1, 2, 3, 4, 5, 6])
  func stops(number: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number] in
      let root = try ComponentFactory.of(Stopping.self).build(())
      switch number {
      case 0: _ = root.numbers.get()
      case 1: _ = root.function()
      case 2: _ = root.holder.get()
      case 3: _ = root.factory.build(1)
      case 4: _ = root.holders[0].get()
      case 5: _ = root.child.build(())
      default: _ = root.weak.get()
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("[String: Int] has two entries for the key \"a\""))
  }

  @Test("are none if no other contribution has the key")
  func distinct() throws {
    let root = try ComponentFactory.of(Distinct.self).build(())
    #expect(root.numbers == ["a": 1, "b": 2])
    #expect(root.holder.numbers == root.numbers)
  }
}

private func expectCollision(
  _ body: () throws -> Void,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: ResolutionError.self, sourceLocation: location) { try body() }
  let duplicate = error?.underlying as? DuplicateEntryError
  #expect(duplicate?.key == "\"a\"", sourceLocation: location)
}

private struct Holder { let numbers: [String: Int] }
private final class Shared: Sendable {
  init(holder: Holder) {}
}

private enum Twice: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).intoDictionary().to { ["a": 1] }
    binder.bind(Int.self).intoDictionary().to { ["a": 2] }
    binder.bind(Holder.self).to(factory: Holder.init)
    binder.bind(Shared.self).sharedInScope().to(factory: Shared.init)
    binder.bind(Holder.self).intoCollection().to { (holder: Holder) in holder }
    binder.declareOptional(of: Holder.self)
  }
}

private struct ProvidersRoot {
  let numbers: ThrowingProvider<[String: Int]>
  let holder: ThrowingProvider<Holder>
  let shared: ThrowingProvider<Shared>
  let holders: [ThrowingProvider<Holder>]
  let maybe: ThrowingProvider<Holder?>
}

private enum Providers: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: Twice.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<ProvidersRoot>
  ) -> BindingReceipt<ProvidersRoot> {
    bind.to(factory: ProvidersRoot.init)
  }
}

private struct HolderRoot {
  let holder: Holder
  let shared: Shared?
}

private enum Throwing: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: Twice.self) }
  static func configureRoot(binder bind: ReceiptBinder<HolderRoot>) -> BindingReceipt<HolderRoot> {
    bind.to(factory: HolderRoot.init)
  }
}

private struct Awaited { let holder: Holder }

private enum Asynchronous: RootComponent, AsyncComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: Twice.self)
    binder.bind(Awaited.self).sharedInScope().to { (holder: Holder) async in Awaited(holder: holder)
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (awaited: Awaited) in UInt(awaited.holder.numbers.count) }
  }
}

private enum Handling: ThrowingAssistedFactory {
  typealias Seed = Int
  typealias Element = String
}

private enum Plain: AssistedFactory {
  typealias Seed = Int
  typealias Element = String
}

private enum ThrowingChild: Component, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (holder: Holder) in UInt(holder.numbers.count) }
  }
}

private struct FactoriesRoot {
  let handling: Factory<Handling>
  let child: ComponentFactory<ThrowingChild>
}

private enum Factories: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: Twice.self)
    binder.install(dependency: ThrowingChild.self)
    binder.bindFactory(String.self).with(Handling.self).to {
      (seed: Assisted<Int>, holder: Holder) in
      "\(seed.get()) \(holder.numbers.count)"
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<FactoriesRoot>
  ) -> BindingReceipt<FactoriesRoot> {
    bind.to(factory: FactoriesRoot.init)
  }
}

private final class Ring: Sendable {
  init(link: Link, holder: Holder) {}
}

private final class Link: Sendable {
  init(ring: ThrowingProvider<Ring>, other: Provider<Ring>) {}
}

private struct CyclicRoot { let ring: ThrowingProvider<Ring> }

private enum Cyclic: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: Twice.self)
    binder.bind(Ring.self).sharedInScope().to(factory: Ring.init)
    binder.bind(Link.self).sharedInScope().to(factory: Link.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<CyclicRoot>) -> BindingReceipt<CyclicRoot> {
    bind.to(factory: CyclicRoot.init)
  }
}

private enum PlainChild: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (holder: Holder) in UInt(holder.numbers.count) }
  }
}

private struct StoppingRoot {
  let numbers: Provider<[String: Int]>
  let function: @Sendable () -> [String: Int]
  let holder: Provider<Holder?>
  let factory: Factory<Plain>
  let holders: [Provider<Holder>]
  let child: ComponentFactory<PlainChild>
  let weak: WeakProvider<Shared>
}

private enum Stopping: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: Twice.self)
    binder.install(dependency: PlainChild.self)
    binder.bindFactory(String.self).with(Plain.self).to { (seed: Assisted<Int>, holder: Holder) in
      "\(seed.get()) \(holder.numbers.count)"
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<StoppingRoot>
  ) -> BindingReceipt<StoppingRoot> {
    bind.to(factory: StoppingRoot.init)
  }
}

private struct DistinctRoot {
  let numbers: [String: Int]
  let holder: Holder
}

private enum Distinct: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary().to { ["a": 1] }
    binder.bind(Int.self).intoDictionary().to { ["b": 2] }
    binder.bind(Holder.self).to(factory: Holder.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<DistinctRoot>
  ) -> BindingReceipt<DistinctRoot> {
    bind.to(factory: DistinctRoot.init)
  }
}
