import CMalloc
import Cleanse

/// The bytes of the heap that a component with a thousand bindings takes.
enum Bytes {
  private static let bindings = 1_000

  static func count() throws {
    let loader = CleanseServiceLoader()
    let watch = HeapWatch()
    loader.register(watch)
    // The fixed memory of the framework.
    _ = try ComponentFactory.of(ScopedComponent.self, serviceLoader: loader)
    let before = HeapWatch.bytes
    let factory = try ComponentFactory.of(GraphComponent.self, serviceLoader: loader)
    let kept = HeapWatch.bytes
    withExtendedLifetime(factory) {
      print("a linked binding, kept by the factory\t\(bindings)\t\(kept - before)")
      print("a binding, recorded and as a graph\t\(bindings)\t\(watch.seen - before)")
    }
  }
}

/// Measures the heap during validation, while the recording and the graph both exist.
private final class HeapWatch: CleanseBindingPlugin, @unchecked Sendable {
  // Safety: the program has one thread.
  var seen = 0

  static var bytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    seen = Self.bytes
  }
}
