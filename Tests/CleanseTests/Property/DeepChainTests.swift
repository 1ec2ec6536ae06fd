@testable import Cleanse
@testable import CleanseGraph
import Dispatch
import Foundation
import Testing

@Suite("Deep chains", .serialized)
struct DeepChainTests {
  /// A hundred thousand bindings in a full test run; a tenth of them detects a recursion as well, as
  /// the stack is small.
  private static let length =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == nil ? 10_000 : 100_000

  @Test("deep chains are validated, linked and released on a small stack")
  func validates() throws {
    let result = Findings()
    run(stack: 512) {
      let recording = DeepChain.$length.withValue(Self.length) { Recording(of: DeepChain.self) }
      result.errors = GraphValidation().diagnostics(of: recording.graph)
        .filter { $0.severity == .error }
      var factory = try? ComponentFactory<DeepChain>(recording)
      var root = factory?.build(())
      // The provider is now the last holder of the links.
      factory = nil
      result.isBuilt = root != nil
      root = nil
    }
    #expect(result.errors == [])
    #expect(result.isBuilt)
  }

  @Test("deep chains are resolved on a small stack", arguments: [true, false])
  func resolves(isShared: Bool) throws {
    let recording = DeepChain.$isShared.withValue(isShared) {
      DeepChain.$length.withValue(Self.length) { Recording(of: DeepChain.self) }
    }
    let factory = try ComponentFactory<DeepChain>(recording)
    let result = Findings()
    run(stack: 512) { result.count = factory.build(()).first.get().depth }
    #expect(result.count == Self.length)
  }

  // The calls overflowed the stack: only a chain of immediate dependencies continued on another one.
  @Test("what an assisted factory makes can make others with it, on a small stack")
  func recursive() throws {
    let factory = try ComponentFactory.of(Nesting.self)
    let result = Findings()
    run(stack: 512) { result.count = factory.build(()).nests.build(Self.length).depth }
    #expect(result.count == Self.length)
  }

  private func run(stack kilobytes: Int, _ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    thread.stackSize = kilobytes << 10
    thread.start()
    done.wait()
  }

  private final class Findings: @unchecked Sendable {
    // Safety: written by one thread, and read once that is finished.
    var errors: [Diagnostic] = []
    var isBuilt = false
    var count = 0
  }
}

private enum Nests: AssistedFactory {
  typealias Seed = Int
  typealias Element = Nest
}

private struct Nest { let depth: Int }
private struct NestingRoot { let nests: Factory<Nests> }

private enum Nesting: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bindFactory(Nest.self).with(Nests.self).to {
      (seed: Assisted<Int>, nests: Factory<Nests>) in
      let rest = seed.get() - 1
      return Nest(depth: rest == 0 ? 1 : nests.build(rest).depth + 1)
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<NestingRoot>
  ) -> BindingReceipt<NestingRoot> {
    bind.to(factory: NestingRoot.init)
  }
}

/// The depth of the chain below.
private struct DeepLink<N: Digit> {
  let depth: Int
}

private struct DeepRoot {
  let first: Provider<DeepLink<D1>>
}

/// A chain of the test's number of bindings, each of which depends on the next.
private enum DeepChain: RootComponent {
  @TaskLocal static var length = 1
  @TaskLocal static var isShared = true

  static func configure(binder: Binder<Singleton>) {
    for index in 1..<length {
      bind(binder, digit(index), digit(index + 1))
    }
    end(binder, digit(length))
  }

  static func configureRoot(binder bind: ReceiptBinder<DeepRoot>) -> BindingReceipt<DeepRoot> {
    bind.to(factory: DeepRoot.init)
  }

  private static func bind<N: Digit, Next: Digit>(
    _ binder: Binder<Singleton>, _: N.Type, _: Next.Type
  ) {
    if isShared {
      binder.bind(DeepLink<N>.self).sharedInScope().to { (next: DeepLink<Next>) in
        DeepLink<N>(depth: next.depth + 1)
      }
    } else {
      binder.bind(DeepLink<N>.self).to { (next: DeepLink<Next>) in
        DeepLink<N>(depth: next.depth + 1)
      }
    }
  }

  private static func end<N: Digit>(_ binder: Binder<Singleton>, _: N.Type) {
    binder.bind(DeepLink<N>.self).to { DeepLink<N>(depth: 1) }
  }
}
