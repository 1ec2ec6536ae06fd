import Cleanse
import Glibc

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

/// Shared instances that are there already.
enum ScopedRows {
  /// Holds an instance in a stored property.
  private final class Holder: Sendable {
    let service = Service()

    /// Reads the property. Made here so that the reader of the closure can't see through it.
    @inline(never)
    func reader() -> () -> Service {
      { self.service }
    }
  }

  static func scoped() throws -> [Figure] {
    let provider = try ComponentFactory.of(ScopedComponent.self).build(()).service
    let reader = Holder().reader()
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
      Row.scoped.figure("scoped get()", .nanoseconds, reach: 15, comparison.subject),
      Row.scoped.figure("… property through a closure", .nanoseconds, comparison.reference),
    ]
  }

  static func threads() throws -> [Figure] {
    let provider = try ComponentFactory.of(ScopedComponent.self).build(()).settings
    let read: @Sendable (Int) -> Void = { times in
      var sum = 0
      for _ in 0..<times { sum &+= provider.get().width }
      check(sum, times)
    }
    let threads = 2
    let comparison = Comparison(
      reference: read, subject: { times in concurrently(threads) { read(times) } })
    return [
      Row.threads.figure(
        "scoped get() of a value from \(threads) threads, from one = 1", .ratio, reach: 1,
        comparison.ratio),
      Row.threads.figure("… from one thread", .nanoseconds, comparison.reference),
      Row.threads.figure("… from \(threads) threads", .nanoseconds, comparison.subject),
    ]
  }

  /// Uses the sum, so that computing it can't be left out.
  private static func check(_ sum: Int, _ times: Int) {
    precondition(sum == times, "a shared instance has changed")
  }
}
