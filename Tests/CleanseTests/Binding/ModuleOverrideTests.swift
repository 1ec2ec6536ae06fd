import Cleanse
import CleanseTestSupport
import Testing

// The meaning depended on the order of the statements, and fixes named what nobody had written.
@Suite("A module that overrides")
struct ModuleOverrideTests {
  @Test(
    "means the same wherever it is written, whichever modules also include it or its helpers",
    arguments: [
      HelperFirst.self, HelperLast.self, HelperOfTheFakeAlone.self, FakeIncludedBefore.self,
      FakeIncludedAfter.self, FakeIncludedByAnother.self,
    ] as [any UnscopedModule.Type])
  func anywhere(module: any UnscopedModule.Type) throws {
    func name<M: UnscopedModule>(_ module: M.Type) throws -> String {
      let factory = try ComponentFactory.of(Using<M>.self)
      #expect(factory.findings.map(\.code) == [])
      return factory.build(()).service.name
    }
    #expect(try name(module) == "fake helped")
  }

  @Test("takes the highest precedence of its includes, also through other modules")
  func precedence() throws {
    #expect(try ComponentFactory.of(Using<Ranked>.self).build(()).service.name == "fake helped")
  }

  @Test("has to replace at least one binding")
  func needless() throws {
    let found = findings(of: Using<Needless>.self)
    #expect(found.map(\.code) == [.overrideWithoutTarget])
    expectGolden(found.map(\.description).joined(separator: "\n"), "needless-module")
  }

  @Test("conflicts with another one of the same precedence, and the fix names the module")
  func conflict() throws {
    let found = findings(of: Using<Conflicting>.self)
    #expect(found.map(\.code) == [.overrideConflict])
    #expect(found.first?.fix?.hasSuffix("OtherFake.self, precedence: 4)") == true)
  }

  @Test("overrides in subcomponents that it extends, too")
  func extensions() throws {
    let factory = try ComponentFactory.of(Extending.self)
    #expect(factory.build(()).factory.build(()).service.name == "fake")
  }

  // Only a module of the component's own scope could.
  @Test("without a scope, overrides in a component that has one")
  func unscoped() throws {
    #expect(try ComponentFactory.of(Scoped.self).build(()).service.name == "other")
  }

  @Test("a contributor that is dropped overrides nothing")
  func dropped() {
    let recording = Recording(of: Using<Both>.self) { recorder in
      let errors = recorder.attempt(from: "plugin") { recorder in
        let binder = Binder<Unscoped>(recorder: recorder)
        binder.override(with: FakeModule.self)
        binder.addError("no")
      }
      #expect(errors.count == 1)
    }
    #expect(recording.graph.bindings.allSatisfy { $0.override == nil })
  }

  @Test("two replacements of one binding have a fix of their own")
  func replacements() throws {
    let error = #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Using<HelperFirst>.self) { binder in
        binder.bind(Service.self).to { Service(name: "a") }
        binder.bind(Service.self).to { Service(name: "b") }
      }
    }
    #expect(error?.diagnostics.first?.fix == "keep one of them")
  }
}

protocol UnscopedModule: Module where Scope == Unscoped {}

private struct Service { let name: String }
private struct Helper { let suffix = "helped" }
private struct Root { let service: Service }

private enum Using<M: UnscopedModule>: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: M.self) }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}

private enum RealModule: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Service.self).to { Service(name: "real") }
  }
}

private enum HelperModule: UnscopedModule {
  static func configure(binder: UnscopedBinder) { binder.bind(Helper.self).to { Helper() } }
}

private enum FakeModule: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: HelperModule.self)
    binder.bind(Service.self).to { (helper: Helper) in Service(name: "fake \(helper.suffix)") }
  }
}

private enum HelperFirst: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.include(module: HelperModule.self)
    binder.override(with: FakeModule.self)
  }
}

private enum HelperLast: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.override(with: FakeModule.self)
    binder.include(module: RealModule.self)
    binder.include(module: HelperModule.self)
  }
}

private enum HelperOfTheFakeAlone: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.override(with: FakeModule.self)
  }
}

private enum FakeIncludedBefore: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.include(module: FakeModule.self)
    binder.override(with: FakeModule.self)
  }
}

private enum FakeIncludedAfter: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.override(with: FakeModule.self)
    binder.include(module: FakeModule.self)
    binder.include(module: RealModule.self)
  }
}

private enum FakeIncludedByAnother: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: Both.self)
    binder.override(with: OuterFake.self)
  }
}

private enum Both: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.include(module: HelperModule.self)
  }
}

private enum OuterFake: UnscopedModule {
  static func configure(binder: UnscopedBinder) { binder.include(module: FakeModule.self) }
}

private enum OtherFake: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Service.self).to { Service(name: "other") }
  }
}

private enum Ranked: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.override(with: FakeModule.self)
    binder.override(with: OtherFake.self, precedence: 1)
    binder.override(with: OuterFake.self, precedence: 2)
  }
}

private enum Needless: UnscopedModule {
  static func configure(binder: UnscopedBinder) { binder.override(with: FakeModule.self) }
}

private enum Conflicting: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.override(with: FakeModule.self, precedence: 3)
    binder.override(with: OtherFake.self, precedence: 3)
  }
}

private enum ServiceScope: Scope {}

private enum ScopedFake: Module {
  static func configure(binder: Binder<ServiceScope>) {
    binder.bind(Service.self).to { Service(name: "fake") }
  }
}

private enum ExtendingFake: UnscopedModule {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: ScopedFake.self, inSubcomponentsOf: ServiceScope.self)
  }
}

private enum SubRoot: Component {
  typealias Seed = Void
  static func configure(binder: Binder<ServiceScope>) { binder.include(module: RealModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}

private struct ExtendingRoot { let factory: ComponentFactory<SubRoot> }

private enum Extending: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: SubRoot.self)
    binder.override(with: ExtendingFake.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<ExtendingRoot>
  ) -> BindingReceipt<ExtendingRoot> {
    bind.to(factory: ExtendingRoot.init)
  }
}

private enum Scoped: RootComponent {
  static func configure(binder: Binder<ServiceScope>) {
    binder.include(module: RealModule.self)
    binder.override(with: OtherFake.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
