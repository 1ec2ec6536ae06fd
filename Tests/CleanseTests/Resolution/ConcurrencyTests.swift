import Cleanse
import Foundation
import Testing

@Suite("Thread safety")
struct ConcurrencyTests {
  @Test("threads that make requests at the same time get the same shared instance")
  func exactlyOnce() throws {
    let factory = try ComponentFactory.of(Contended.self)
    for _ in 0..<200 {
      let root = factory.build(())
      let found = Guarded<Set<ObjectIdentifier>>([])
      let seen = Guarded<[Top]>([])
      let threads = (0..<4).map { _ in
        Thread {
          let top = root.get()
          found.withLock { _ = $0.insert(ObjectIdentifier(top)) }
          seen.withLock { $0.append(top) }
        }
      }
      threads.forEach { $0.start() }
      while !threads.allSatisfy(\.isFinished) { usleep(50) }
      #expect(found.withLock { $0.count } == 1)
      #expect(seen.withLock { Set($0.map { ObjectIdentifier($0.base) }).count } == 1)
    }
  }

  @Test("builds on several threads are independent")
  func builds() async throws {
    let factory = try ComponentFactory.of(Contended.self)
    let tops = await withTaskGroup(of: [Top].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<100).map { _ in factory.build(()).get() } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(tops.map(ObjectIdentifier.init)).count == 800)
  }
}

private final class Base: Sendable {}

private final class Top: Sendable {
  let base: Base
  init(base: Base) { self.base = base }
}

private enum Contended: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Base.self).sharedInScope().to {
      usleep(200)
      return Base()
    }
    binder.bind(Top.self).sharedInScope().to { (base: Base) in
      usleep(200)
      return Top(base: base)
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Provider<Top>>
  ) -> BindingReceipt<Provider<Top>> {
    bind.to { (top: @escaping @Sendable () -> Top) in Provider(getter: top) }
  }
}
