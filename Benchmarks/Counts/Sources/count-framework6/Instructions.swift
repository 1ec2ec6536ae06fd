import CCounted
import Cleanse

/// The work whose instructions are counted, in this order.
enum Instructions {
  private static let repetitions = 1_000

  static func count() throws {
    // First, as a program declares its component once: the types and their conformances are new to the process.
    var factory: ComponentFactory<GraphComponent>?
    try counted("record, validate and link 1,000 bindings, a binding", per: 1_000) {
      factory = try ComponentFactory.of(GraphComponent.self)
    }
    let chain = try ComponentFactory.of(ChainComponent.self).build(()).last
    try repeated("chain of six unscoped classes") { consume(chain.get()) }
    let wide = try ComponentFactory.of(WideComponent.self).build(()).wide4
    try repeated("four dependencies in one factory") { consume(wide.get()) }
    let scoped = try ComponentFactory.of(ScopedComponent.self).build(())
    try repeated("scoped get() of an object") { consume(scoped.service.get()) }
    try repeated("scoped get() of a value") { consume(scoped.settings.get().width) }
    guard let factory else { return }
    try repeated("build, with three of 1,000 scoped bindings used") {
      let root = factory.build(())
      consume(root.last1.get())
      consume(root.last2.get())
      consume(root.last3.get())
    }
  }

  /// Counts the work after a first time, which allocates the fixed memory.
  private static func repeated(_ name: String, _ work: () -> Void) throws {
    work()
    try counted(name, per: repetitions) {
      for _ in 0..<repetitions { work() }
    }
  }

  private static func counted(
    _ name: String, per operations: Int, _ work: () throws -> Void
  ) throws {
    try withoutActuallyEscaping(work) { work in
      var counted = Work(body: work)
      unsafe withUnsafeMutablePointer(to: &counted) {
        unsafe cleanse_counted({ unsafe $0?.assumingMemoryBound(to: Work.self).pointee.run() }, $0)
      }
      if let error = counted.error { throw error }
    }
    print("\(name)\t\(operations)")
  }
}

/// What the C function calls.
private struct Work {
  let body: () throws -> Void
  var error: (any Error)?

  mutating func run() {
    do { try body() } catch { self.error = error }
  }
}

/// Uses a value, so that the compiler can't eliminate its creation.
@_optimize(none)
@inline(never)
private func consume(_ object: AnyObject) {}

@_optimize(none)
@inline(never)
private func consume(_ number: Int) {}
