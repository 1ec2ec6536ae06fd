import BenchmarkInputs
import Cleanse
import CMalloc
import Glibc
import Measuring
import ThousandBindings

/// A measurement in a separate process, which prints the numbers.
enum Probe: String {
  /// The time per binding of the generated component, for the first and the second time.
  case thousand
  /// The time without validation.
  case unvalidated
  /// The bytes per binding of the generated component, at validation and afterwards.
  case memory
  /// The time per binding of a graph of a given size.
  case layered

  func run(_ arguments: [String]) throws {
    switch self {
    case .thousand:
      for _ in 0..<2 {
        print(try time(ThousandBindings.count) { try ComponentFactory.of(GraphComponent.self) })
      }
    case .unvalidated:
      print(
        try time(ThousandBindings.count) {
          try ComponentFactory.of(GraphComponent.self, validate: false)
        })
    case .memory: try memory()
    case .layered:
      guard let count = arguments.first.flatMap({ Int($0) }) else { return }
      LayeredGraph.prepare(GraphLayout(count: count))
      print(try time(count) { try ComponentFactory.of(LayeredComponent.self) })
    }
  }

  private func time<Result>(_ count: Int, _ work: () throws -> Result) rethrows -> Double {
    let start = nanoseconds()
    let result = try work()
    let time = nanoseconds() - start
    withExtendedLifetime(result) {}
    return Double(time) / Double(count)
  }

  private func memory() throws {
    let loader = CleanseServiceLoader()
    let watch = HeapWatch()
    loader.register(watch)
    // The fixed memory of the framework.
    _ = try ComponentFactory.of(ScopedComponent.self, serviceLoader: loader)
    let before = HeapWatch.bytes
    let factory = try ComponentFactory.of(GraphComponent.self, serviceLoader: loader)
    let kept = HeapWatch.bytes
    let grown = growth(ofBuilding: factory)
    print(Double(watch.seen - before) / Double(ThousandBindings.count))
    print(Double(kept - before) / Double(ThousandBindings.count))
    print(Double(grown))
  }

  /// Returns the growth of the heap over a million builds, in bytes. Each build uses only a few of the shared
  /// bindings, because all of them would take minutes.
  private func growth(ofBuilding factory: ComponentFactory<GraphComponent>) -> Int {
    func build() {
      let root = factory.build()
      for node in [root.last1.get() as AnyObject, root.last2.get(), root.last3.get()] {
        withExtendedLifetime(node) {}
      }
    }
    // The first build allocates the fixed memory.
    build()
    let before = HeapWatch.bytes
    for _ in 0..<1_000_000 { build() }
    return HeapWatch.bytes - before
  }
}

/// Measures the heap during validation, while the recording and the graph both exist.
private final class HeapWatch: CleanseBindingPlugin, @unchecked Sendable {
  // Safety: a probe has one thread.
  var seen = 0

  static var bytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    seen = Self.bytes
  }
}
