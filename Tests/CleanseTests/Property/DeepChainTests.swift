@testable import Cleanse
import Dispatch
import Foundation
import Testing

@Suite("Deep chains", .serialized)
struct DeepChainTests {
  /// A hundred thousand bindings where all is tested; a tenth of them tells a recursion as well, as
  /// the stack is small.
  private static let length =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == nil ? 10_000 : 100_000

  @Test("validate, link, and are let go on a small stack")
  func validates() throws {
    let result = Findings()
    run(stack: 512) {
      let recording = DeepChain.$length.withValue(Self.length) { Recording(of: DeepChain.self) }
      result.errors = GraphValidation().diagnostics(of: BindingGraph(recording))
        .filter { $0.severity == .error }
      var factory = try? ComponentFactory<DeepChain>(recording)
      var root = factory?.build(())
      // The last to need what was linked is now the provider.
      factory = nil
      result.isBuilt = root != nil
      root = nil
    }
    #expect(result.errors == [])
    #expect(result.isBuilt)
  }

  /// Resolving recurses as the calls by hand would. The depths leave room for the larger frames of a
  /// sanitizer; what is printed says how far the stack reaches.
  @Test("resolve on a small stack and on a large one", arguments: [(512, 50), (8192, 1000)])
  func resolves(kilobytes: Int, depth: Int) throws {
    let recording = DeepChain.$length.withValue(depth) { Recording(of: DeepChain.self) }
    let factory = try ComponentFactory<DeepChain>(recording)
    let result = Findings()
    run(stack: kilobytes) {
      var here = 0
      let top = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
      let link = factory.build(()).first.get()
      result.count = link.depth
      result.bytes = Int(top - link.lowest)
    }
    #expect(result.count == depth)
    let each = max(result.bytes / depth, 1)
    print(
      "DeepChainTests: \(each) bytes of stack a binding; "
        + "\(kilobytes) KB are enough for some \((kilobytes << 10) / each) bindings in a chain")
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
    var bytes = 0
  }
}

/// How deep the chain below is, and where on the stack its end was made.
private struct DeepLink<N: Digit> {
  let depth: Int
  let lowest: UInt
}

private struct DeepRoot {
  let first: Provider<DeepLink<D1>>
}

/// A chain of as many bindings as the test says, each of which needs the next.
private enum DeepChain: RootComponent {
  @TaskLocal static var length = 1

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
    binder.bind(DeepLink<N>.self).sharedInScope().to { (next: DeepLink<Next>) in
      DeepLink<N>(depth: next.depth + 1, lowest: next.lowest)
    }
  }

  private static func end<N: Digit>(_ binder: Binder<Singleton>, _: N.Type) {
    binder.bind(DeepLink<N>.self).sharedInScope().to {
      var here = 0
      return DeepLink<N>(depth: 1, lowest: withUnsafePointer(to: &here) { UInt(bitPattern: $0) })
    }
  }
}
