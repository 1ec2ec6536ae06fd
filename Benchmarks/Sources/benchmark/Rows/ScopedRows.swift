import Cleanse
import Glibc
import Measuring

/// A shared instance as a class.
final class Service: Sendable {
  let number = 1
  init() {}
}

/// A shared instance as a value.
struct Settings: Sendable {
  let width: Int
  let height: Int
  init() {
    width = 1
    height = 2
  }
}

struct ScopedRoot: Sendable {
  let service: Provider<Service>
  let settings: Provider<Settings>
}

enum ScopedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Service.self).sharedInScope().to(factory: Service.init)
    binder.bind(Settings.self).sharedInScope().to(factory: Settings.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<ScopedRoot>) -> BindingReceipt<ScopedRoot> {
    bind.to(factory: ScopedRoot.init)
  }
}

/// The cost of reading shared instances that exist already.
enum ScopedRows {
  /// Holds an instance in a stored property.
  private final class Holder: Sendable {
    let service = Service()

    /// Returns a closure that reads the property. Not inlined, so that the optimizer can't see through it.
    @inline(never)
    func reader() -> () -> Service {
      { self.service }
    }
  }

  static func scoped() throws -> [Figure] {
    let root = try ComponentFactory.of(ScopedComponent.self).build()
    let (provider, settings) = (root.service, root.settings)
    let reader = Holder().reader()
    let value = Comparison(
      reference: { times in
        var sum = 0
        for _ in 0..<times { sum &+= reader().number }
        check(sum, times)
      },
      subject: { times in
        var sum = 0
        for _ in 0..<times { sum &+= settings.get().width }
        check(sum, times)
      })
    let comparison = Comparison(
      reference: { times in
        var sum = 0
        for _ in 0..<times { sum &+= reader().number }
        check(sum, times)
      },
      subject: { times in
        var sum = 0
        for _ in 0..<times { sum &+= provider.get().number }
        check(sum, times)
      })
    return [
      Row.scoped.figure(
        "scoped get(), a property read through a closure = 1", .ratio, reach: 3, comparison.ratio),
      Row.scoped.figure("scoped get() of a value", .nanoseconds, reach: 15, value.subject),
      // Reading a reference retains it, with or without the framework; on a machine where that alone takes
      // longer, this target can't be reached.
      Row.scoped.figure("scoped get() of an object", .nanoseconds, reach: 15, comparison.subject),
      Row.scoped.figure(
        "… an object from a property through a closure", .nanoseconds, comparison.reference),
    ]
  }

  static func threads() throws -> [Figure] {
    let provider = try ComponentFactory.of(ScopedComponent.self).build().settings
    let read: @Sendable (Int) -> Void = { times in
      var sum = 0
      for _ in 0..<times { sum &+= provider.get().width }
      check(sum, times)
    }
    let settings = provider.get()
    let reader: @Sendable () -> Settings = { settings }
    let readByHand: @Sendable (Int) -> Void = { times in
      var sum = 0
      for _ in 0..<times { sum &+= reader().width }
      check(sum, times)
    }
    let threads = 2
    // Starting threads takes the same time on both sides.
    func compare(_ read: @escaping @Sendable (Int) -> Void) -> Comparison {
      Comparison(
        reference: { times in concurrently(threads) { if $0 == 0 { read(times) } } },
        subject: { times in concurrently(threads) { _ in read(times) } })
    }
    let comparison = compare(read)
    return [
      Row.threads.figure(
        "scoped get() of a value from \(threads) threads, from one = 1", .ratio, reach: 1,
        comparison.ratio),
      Row.threads.figure("… from one thread", .nanoseconds, comparison.reference),
      Row.threads.figure("… from \(threads) threads", .nanoseconds, comparison.subject),
      // Where the processors share resources, not even this is 1.
      Row.threads.figure(
        "… a value captured by a closure, from \(threads) threads", .ratio,
        compare(readByHand).ratio),
    ]
  }

  /// Uses the sum, so that its computation can't be eliminated.
  private static func check(_ sum: Int, _ times: Int) {
    precondition(sum == times, "a shared instance has changed")
  }
}
