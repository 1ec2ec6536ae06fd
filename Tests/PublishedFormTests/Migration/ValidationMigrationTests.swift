import CleanseMigration
import Testing

@Suite("Published forms with the migration module: errors and validators")
struct ValidationMigrationTests {
  private struct Missing: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Double.self).to { (number: Int) in Double(number) }
    }
  }
  private struct Bound: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) { binder.bind(Int.self).to(value: 4) }
  }
  private struct Refusal: CleanseError { let description: String }

  private struct MissingTwo: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Double.self).to { (number: Int, text: String) in Double(number) }
    }
  }
  private struct Circle: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Int.self).to { (number: Double) in Int(number) }
      binder.bind(Double.self).to { (number: Int) in Double(number) }
    }
  }

  private struct Nested: CleanseMigration.Module {
    struct Inner: Component {
      static func configure(binder: Binder<Singleton>) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to(value: 1)
      }
    }
    static func configure(binder: Binder<Singleton>) { binder.install(dependency: Inner.self) }
  }

  /// The error that a module is rejected with.
  private func rejection<Value, M: CleanseMigration.Module>(
    of value: Value.Type, _ module: M.Type, validate: Bool = true,
    serviceLoader: CleanseServiceLoader = .instance
  ) -> Error? where M.Scope == Singleton {
    do {
      _ = try ComponentFactory.of(
        Requesting<Value, M>.self, validate: validate, serviceLoader: serviceLoader)
      return nil
    } catch {
      return error
    }
  }

  @Test("a single error is thrown itself, with its type")
  func singleErrors() {
    let missing = rejection(of: Double.self, Missing.self)
    #expect((missing as? MissingProvider)?.description.contains("missing binding for Int") == true)
    #expect((missing as? MissingProvider)?.finding.code == .missingBinding)
    let unvalidated = rejection(of: Double.self, Missing.self, validate: false)
    #expect(unvalidated is MissingProvider)
    let cycle = rejection(of: Int.self, Circle.self)
    #expect((cycle as? DependencyCycle)?.finding.code == .dependencyCycle)
    let nesting = rejection(of: ComponentFactory<Nested.Inner>.self, Nested.self)
    #expect((nesting as? InvalidScopeNesting)?.finding.code == .scopeNesting)
    let none = rejection(of: Int.self, Bound.self, serviceLoader: CleanseServiceLoader.instance)
    #expect(none == nil)
  }

  @Test("several errors are thrown together, ordered by their descriptions")
  func severalErrors() {
    do {
      _ = try ComponentFactory.of(Requesting<Double, MissingTwo>.self)
      Issue.record("it should not be accepted")
    } catch let error as MissingProvider {
      Issue.record("there are two: \(error)")
    } catch let error as MultiError {
      #expect(error.errors.count == 2 && error.errors.allSatisfy { $0 is MissingProvider })
      #expect(error.description.contains("Int") && error.description.contains("String"))
    } catch {
      Issue.record("unexpected: \(error)")
    }
  }

  @Test("each error is one of the framework")
  func errors() {
    #expect(rejection(of: Double.self, Missing.self) is CleanseError)
    let diagnostic: CleanseError = Diagnostic("a/b", .error, "text")
    #expect(diagnostic.description.contains("text"))
    #expect((ResolutionError.self as Any.Type) is CleanseError.Type)
  }

  @Test("a service loader is made of plugins, and errors are appended together")
  func services() {
    final class Refusing: CleanseBindingPlugin {
      var visits = 0
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        visits += 1
        let more: [CleanseError] = [Refusal(description: "c")]
        errorReporter.append(contentsOf: more)
        errorReporter.append(contentsOf: [Refusal(description: "a"), Refusal(description: "b")])
      }
    }
    let plugin = Refusing()
    let loader = CleanseServiceLoader([plugin])
    let error = rejection(of: Int.self, Bound.self, serviceLoader: loader)
    #expect((error as? MultiError)?.errors.map { $0.description } == ["a", "b", "c"])
    #expect(rejection(of: Int.self, Bound.self, validate: false, serviceLoader: loader) == nil)
    #expect(plugin.visits == 1)
  }

  @Test("the error of a plugin is thrown itself")
  func ownError() {
    struct Refusing: CleanseBindingPlugin {
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        errorReporter.append(error: Refusal(description: "no"))
      }
    }
    let loader = CleanseServiceLoader()
    loader.register(Refusing())
    let error = rejection(of: Int.self, Bound.self, serviceLoader: loader)
    #expect((error as? Refusal)?.description == "no")
  }

  private struct Limit: CleanseMigration.Tag { typealias Element = Int }
  private struct Desk: CleanseMigration.Scope {}
  private struct Inner: Component {
    typealias Seed = String
    static func configure(binder: Binder<Desk>) {
      binder.bind().tagged(with: Limit.self).to(value: 3)
      binder.bind(Character.self).intoCollection().to { (seed: String) in seed.first ?? " " }
    }
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      return bind.to { (limit: TaggedProvider<Limit>, letters: [Character]) in
        return limit.get() + letters.count
      }
    }
  }
  private struct Installing: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) {
      binder.install(dependency: Inner.self)
      binder.bind(Double.self).to { Double(($0 as ComponentFactory<Inner>).build("a")) }
    }
  }

  @Test("a plugin reads the types of components and of their bindings")
  func components() throws {
    final class Reading: CleanseBindingPlugin {
      var found: [ComponentBinding] = []
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        var rest: [ComponentBinding] = [root]
        while !rest.isEmpty {
          let top = rest.remove(at: 0)
          found.append(top)
          rest.append(contentsOf: top.subcomponents)
        }
      }
    }
    let plugin = Reading()
    _ = try ComponentFactory.of(
      Requesting<Double, Installing>.self, serviceLoader: CleanseServiceLoader([plugin]))
    let types = plugin.found.map { $0.componentType }
    try #require(types.count == 3)
    #expect(types[0] == nil && plugin.found[0].parent == nil)
    #expect(types[1] == Requesting<Double, Installing>.self)
    #expect(types[2] == Inner.self && plugin.found[2].parent === plugin.found[1])
    #expect(plugin.found[1].seed == Void.self && plugin.found[2].seed == String.self)
    #expect(plugin.found[1].scope == Singleton.self && plugin.found[2].scope == Desk.self)
    let providers: [ProviderKey: [ProviderInfo]] = plugin.found[2].providers
    let names = Set(providers.keys.map { $0.description })
    #expect(names.isSuperset(of: ["TaggedProvider<Limit>", "Provider<String>", "Provider<Int>"]))
    let letters = providers.first { $0.key.type == Provider<[Character]>.self }
    #expect(letters?.value.count == 1)
    #expect(letters?.value.first?.requirements.map { $0.description } == ["Provider<String>"])
    #expect(letters?.value.first?.description.hasPrefix("Provider<Array<Character>> at ") == true)
  }

  // `of` of the migration module dropped the warnings and notes of the validators.
  @Test("the factory has the warnings")
  func warnings() throws {
    final class Cart {}
    struct Visit: Component {
      static func configure(binder: Binder<Desk>) { binder.bind(Cart.self).to(value: Cart()) }
      static func configureRoot(binder bind: ReceiptBinder<Double>) -> BindingReceipt<Double> {
        return bind.to { (_: Cart, _: Provider<Cart>) in 0 }
      }
    }
    struct Visits: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) { binder.install(dependency: Visit.self) }
    }
    let factory = try ComponentFactory.of(Requesting<ComponentFactory<Visit>, Visits>.self)
    #expect(factory.findings.map { $0.code } == [.sharedValue])
    #expect(factory.findings.map { $0.severity } == [.warning])
    let unvalidated = try ComponentFactory.of(
      Requesting<ComponentFactory<Visit>, Visits>.self, validate: false)
    #expect(unvalidated.findings.isEmpty)
  }
}
