import Cleanse
import Testing

@Suite("Rings of modules")
struct ModuleRingTests {
  @Test("a module that includes itself through others is told with the include that closes it")
  func rings() throws {
    let found = findings(of: Ringed.self)
    #expect(found.map(\.code) == [.moduleRing, .moduleRing])
    try expectGolden(found.map(\.description).joined(separator: "\n"), "module-ring")
  }

  @Test("a ring still configures each module once, for those who go on without validation")
  func unvalidated() throws {
    let graph = BindingGraph(of: Ringed.self)
    #expect(graph.bindings.count { $0.key.typeName == "Int" } == 1)
    #expect(try ComponentFactory.of(Ringed.self, validate: false).build(()) == "")
  }

  @Test("a module that two others include is no ring")
  func diamond() {
    #expect(findings(of: Diamond.self).isEmpty)
  }
}

private enum NetModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 1)
    binder.include(module: LogModule.self)
  }
}

private enum LogModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: DiskModule.self)
    binder.include(module: NetModule.self)
  }
}

private enum DiskModule: Module {
  static func configure(binder: UnscopedBinder) { binder.include(module: DiskModule.self) }
}

private enum Ringed: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: NetModule.self)
    binder.include(module: LogModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int) in "" }
  }
}

private enum Base: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 1) }
}

private enum Left: Module {
  static func configure(binder: UnscopedBinder) { binder.include(module: Base.self) }
}

private enum Right: Module {
  static func configure(binder: Binder<Singleton>) { binder.include(module: Base.self) }
}

private enum Diamond: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: Left.self)
    binder.include(module: Right.self)
    binder.include(module: Base.self)
    binder.include(module: Base.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int) in "" }
  }
}
