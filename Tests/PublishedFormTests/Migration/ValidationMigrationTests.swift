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

  @Test("errors are caught as those of the framework")
  func errors() {
    do {
      _ = try ComponentFactory.of(Requesting<Double, Missing>.self)
      Issue.record("it should not be accepted")
    } catch let error as CleanseError {
      #expect(error.description.contains("Int"))
    } catch {
      Issue.record("unexpected: \(error)")
    }
    let diagnostic: CleanseError = Diagnostic("a/b", .error, "text")
    #expect(diagnostic.description.contains("text"))
    #expect((ResolutionError.self as Any.Type) is CleanseError.Type)
  }

  @Test("a service loader is made of plugins, and errors are appended together")
  func services() throws {
    struct Refusing: CleanseBindingPlugin {
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        let more: [CleanseError] = [Refusal(description: "c")]
        errorReporter.append(contentsOf: [Refusal(description: "a"), Refusal(description: "b")])
        errorReporter.append(contentsOf: more)
      }
    }
    let component = Requesting<Int, Bound>.self
    _ = try ComponentFactory.of(component, serviceLoader: CleanseServiceLoader.instance)
    _ = try ComponentFactory.of(component, serviceLoader: .instance)
    do {
      _ = try ComponentFactory.of(component, serviceLoader: CleanseServiceLoader([Refusing()]))
      Issue.record("it should not be accepted")
    } catch let error as ValidationError {
      #expect(error.diagnostics.map { $0.message } == ["a", "b", "c"])
    }
  }

  @Test("a plugin reads the parents of components")
  func parents() throws {
    struct Inner: Component {
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to(value: 1)
      }
    }
    struct Installing: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: Inner.self)
        binder.bind(Double.self).to { Double(($0 as ComponentFactory<Inner>).build(())) }
      }
    }
    struct Walking: CleanseBindingPlugin {
      let notes: Notes
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        var rest: [ComponentBinding] = [root]
        while !rest.isEmpty {
          let top = rest.remove(at: 0)
          notes.lines.append("\(top.name) in \(top.parent?.name ?? "none")")
          rest.append(contentsOf: top.subcomponents)
        }
      }
    }
    let notes = Notes()
    _ = try ComponentFactory.of(
      Requesting<Double, Installing>.self,
      serviceLoader: CleanseServiceLoader([Walking(notes: notes)]))
    #expect(notes.lines.count == 2 && notes.lines[0].hasSuffix(" in none"))
    #expect(notes.lines[1].contains("Inner in ") && !notes.lines[1].hasSuffix(" in none"))
  }
}
