@testable import Cleanse
@testable import CleanseGraph
import Testing

/// One way to write a binding, with its expected key and value.
struct Spelling: Sendable, CustomTestStringConvertible {
  /// The binding in the graph, and the value that a build returns for it.
  struct Outcome {
    let binding: Binding
    let value: String
  }

  /// The code of the binding, as the name of the test.
  let testDescription: String
  let key: String
  let source: Binding.Source
  let effect: Effect?
  let value: String
  let outcome: @Sendable () async throws -> Outcome

  /// - Parameters:
  ///   - text: The code of `bind`, for the message of a failure.
  ///   - read: Converts the value, requested as `Wanted`, to a text that can be compared.
  init<Wanted>(
    _ text: String, key: String, source: Binding.Source = .factory, effect: Effect? = nil,
    gives value: String, _ read: @escaping @Sendable (Wanted) -> String,
    bind: @escaping @Sendable (Binder<Singleton>) -> Void
  ) {
    testDescription = text
    self.key = key
    self.source = source
    self.effect = effect
    self.value = value
    outcome = {
      let recording = Recording(of: SpellingComponent<Wanted>.self) { recorder in
        bind(Binder(recorder: recorder))
      }
      let found = GraphValidation().diagnostics(of: recording.graph)
        .filter { $0.severity == .error }
      guard found.isEmpty, let binding = recording.graph.bindings.last else {
        throw ValidationError(diagnostics: found)
      }
      let wanted = try await ComponentFactory<SpellingComponent<Wanted>>(recording).build(())
      return Outcome(binding: binding, value: read(wanted.value))
    }
  }
}

/// Requests what a spelling binds, and binds the dependencies of its factories.
private enum SpellingComponent<Wanted>: RootComponent, AsyncComponent {
  struct Root {
    let value: Wanted
  }

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).to(value: 2)
    binder.bind(String.self).to(value: "two")
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(asyncFactory: { (value: Wanted) in Root(value: value) })
  }
}
