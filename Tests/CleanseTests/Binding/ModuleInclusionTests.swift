import Cleanse
import Testing

@Suite("Including modules")
struct ModuleInclusionTests {
  @Test("modules that include each other bind once, whichever the component includes first")
  func mutual() throws {
    try expectEachOnce(NetFirst.self, in: ["NetModule", "LogModule"])
    try expectEachOnce(LogFirst.self, in: ["LogModule", "NetModule"])
    try expectEachOnce(BothIncluded.self, in: ["LogModule", "NetModule"])
  }

  @Test("a module that includes itself binds once, before and after the include")
  func itself() throws {
    try expectEachOnce(Itself.self, in: ["SelfModule"])
  }

  @Test("modules with and without a scope can include each other's modules")
  func scoped() throws {
    try expectEachOnce(Scoped.self, in: ["ScopedModule", "LogModule", "NetModule"])
  }

  @Test("modules that override can include each other")
  func overriding() throws {
    #expect(allFindings(of: Overridden.self).map(\.code) == [])
    #expect(try ComponentFactory.of(Overridden.self).build(()) == "1 2")
  }

  @Test("a module that two others include is configured once")
  func diamond() throws {
    #expect(allFindings(of: Diamond.self).map(\.code) == [])
    #expect(BindingGraph(of: Diamond.self).bindings.count { $0.key.typeName == "Int" } == 1)
  }

  /// Expects that the graph is valid, that `Int` and `Double` are bound once, and that `Int` is bound in these
  /// modules.
  private func expectEachOnce<C: Printing>(
    _ component: C.Type, in modules: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    #expect(allFindings(of: C.self).map(\.code) == [], sourceLocation: sourceLocation)
    let bindings = BindingGraph(of: C.self).bindings
    #expect(
      bindings.map(\.key.typeName).sorted() == ["Double", "Int", "String"],
      sourceLocation: sourceLocation)
    let deepest = bindings.map(\.provenance.modules).max { $0.count < $1.count } ?? []
    #expect(
      deepest.map { $0.replacing("CleanseTests.", with: "") } == modules,
      sourceLocation: sourceLocation)
    #expect(try ComponentFactory.of(C.self).build(()) == "1 2.5", sourceLocation: sourceLocation)
  }
}

private enum NetModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: LogModule.self)
    binder.bind(Int.self).to(value: 1)
  }
}

private enum LogModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: NetModule.self)
    binder.bind(Double.self).to(value: 2.5)
  }
}

private enum SelfModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 1)
    binder.include(module: SelfModule.self)
    binder.bind(Double.self).to(value: 2.5)
  }
}

private enum ScopedModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: LogModule.self)
    binder.include(module: ScopedModule.self)
    binder.include(module: NetModule.self)
  }
}

/// Requests what the modules bind.
private protocol Printing: RootComponent where Root == String, Seed == Void, Scope == Singleton {}

extension Printing {
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int, fraction: Double) in "\(number) \(fraction)" }
  }
}

private enum NetFirst: Printing {
  static func configure(binder: Binder<Singleton>) { binder.include(module: NetModule.self) }
}

private enum LogFirst: Printing {
  static func configure(binder: Binder<Singleton>) { binder.include(module: LogModule.self) }
}

private enum BothIncluded: Printing {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: LogModule.self)
    binder.include(module: NetModule.self)
  }
}

private enum Itself: Printing {
  static func configure(binder: Binder<Singleton>) { binder.include(module: SelfModule.self) }
}

private enum Scoped: Printing {
  static func configure(binder: Binder<Singleton>) { binder.include(module: ScopedModule.self) }
}

private enum FakeNetModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: FakeLogModule.self)
    binder.bind(Int.self).to(value: 1)
  }
}

private enum FakeLogModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: FakeNetModule.self)
    binder.bind(Int8.self).to(value: 2)
  }
}

private enum Overridden: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 10)
    binder.bind(Int8.self).to(value: 20)
    binder.override(with: FakeNetModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int, other: Int8) in "\(number) \(other)" }
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
