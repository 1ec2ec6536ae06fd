import Cleanse
import Foundation
import Testing

/// The promises of the article on concurrency that ``ConcurrencyTests`` does not test.
@Suite("Concurrency during construction and release")
struct PromiseTests {
  @Test("another thread can make requests for a shared object's factory")
  func otherThread() throws {
    let outer = try ComponentFactory.of(PromiseComponent.self).build(()).outer.get()
    #expect(outer.inner === outer.sameInner)
  }

  @Test("threads that begin at different ends of the graph get the same objects")
  func bothEnds() throws {
    let factory = try ComponentFactory.of(PromiseComponent.self)
    for _ in 0..<50 {
      let root = factory.build(())
      let found = Guarded<Set<ObjectIdentifier>>([])
      let threads = (0..<4).map { number in
        Thread {
          let inner = number.isMultiple(of: 2) ? root.outer.get().inner : root.inner.get()
          found.withLock { _ = $0.insert(ObjectIdentifier(inner)) }
        }
      }
      threads.forEach { $0.start() }
      while !threads.allSatisfy(\.isFinished) { usleep(50) }
      #expect(found.withLock { $0.count } == 1)
    }
  }

  @Test("a shared object's deinit can request its dependencies")
  func letGo() throws {
    let results = Guarded<[Bool]>([])
    var root: PromiseRoot? = try ComponentFactory.of(PromiseComponent.self).build(())
    root?.outer.get().results = results
    root = nil
    #expect(results.withLock { $0 } == [true])
  }
}

private final class Inner: Sendable {}

private final class Outer: @unchecked Sendable {
  let inner: Inner
  let sameInner: Inner
  let provider: Provider<Inner>
  // Safety: set by one thread before any other thread can run the object's deinit.
  var results: Guarded<[Bool]>?

  init(provider: Provider<Inner>) {
    let found = Guarded<[Inner]>([])
    let thread = Thread {
      let inner = provider.get()
      found.withLock { $0.append(inner) }
    }
    thread.start()
    while !thread.isFinished { usleep(50) }
    inner = provider.get()
    sameInner = found.withLock { $0[0] }
    self.provider = provider
  }

  deinit {
    let isSame = provider.get() === inner
    results?.withLock { $0.append(isSame) }
  }
}

private struct PromiseRoot: Sendable {
  let outer: Provider<Outer>
  let inner: Provider<Inner>
}

private enum PromiseComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Inner.self).sharedInScope().to {
      usleep(200)
      return Inner()
    }
    binder.bind(Outer.self).sharedInScope().to(factory: Outer.init)
  }

  static func configureRoot(
    binder bind: ReceiptBinder<PromiseRoot>
  ) -> BindingReceipt<PromiseRoot> {
    bind.to(factory: PromiseRoot.init)
  }
}
