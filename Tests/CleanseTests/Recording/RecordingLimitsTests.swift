import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("The limits of a contributor")
struct RecordingLimitsTests {
  private static let limits = RecordingLimits(
    declarations: .init(4, else: Diagnostic("example/many", .error, "it declares more than 4")),
    texts: .init(100, else: Diagnostic("example/long", .error, "it has more than 100 bytes")),
    errors: 2)

  /// The errors of a contributor, and what it has recorded.
  private func attempt(
    _ configure: (Binder<Singleton>) -> Void
  ) -> (errors: [Diagnostic], bindings: Int) {
    var errors: [Diagnostic] = []
    let recording = Recording(of: Plain.self) { recorder in
      errors = recorder.attempt(from: "org.example.words", within: Self.limits) { recorder in
        configure(Binder(recorder: recorder))
      }
    }
    return (
      errors, recording.graph.bindings.count { $0.provenance.origin == "org.example.words" }
    )
  }

  @Test("what fits is recorded")
  func fitting() {
    let (errors, bindings) = attempt { binder in
      for _ in 0..<2 { binder.bind(Int.self).intoCollection().to { (_: String) in 1 } }
    }
    #expect(errors.isEmpty && bindings == 2)
  }

  @Test("too many bindings and requests are one error, and none of them is recorded")
  func many() {
    let (errors, bindings) = attempt { binder in
      for _ in 0..<10_000 { binder.bind(Int.self).intoCollection().to { (_: String) in 1 } }
      binder.addError("it is not reported any more")
    }
    #expect(errors.map(\.message) == ["it declares more than 4"])
    #expect(errors.map(\.provenance?.origin) == ["org.example.words"])
    #expect(bindings == 0)
  }

  @Test("those in subcomponents, and for subcomponents, count")
  func subcomponents() {
    let (errors, _) = attempt { binder in
      binder.install(dependency: Part.self)
      binder.bind(Int.self).intoCollection().to(value: 1)
    }
    #expect(errors.map(\.message) == ["it declares more than 4"])
  }

  @Test("those of contributors are counted for each")
  func several() {
    _ = Recording(of: Plain.self) { recorder in
      for origin in ["org.example.a", "org.example.b"] {
        let errors = recorder.attempt(from: origin, within: Self.limits) { recorder in
          for _ in 0..<3 {
            Binder<Singleton>(recorder: recorder).bind(Int.self).intoCollection().to(value: 1)
          }
        }
        #expect(errors.isEmpty)
      }
    }
  }

  @Test("too long texts are one error")
  func texts() {
    let (errors, _) = attempt { binder in
      for _ in 0..<10 { binder.recorder.take(text: 30) }
    }
    #expect(errors.map(\.message) == ["it has more than 100 bytes"])
  }

  // The errors of C plugins alone were limited.
  @Test("further errors are counted, and their messages are cut")
  func errors() {
    let long = String(repeating: "é", count: 1 << 20)
    let (errors, _) = attempt { binder in
      for _ in 0..<5 { binder.addError(long) }
    }
    #expect(errors.count == 3)
    #expect(errors.last?.message == "and 3 more errors")
    #expect(errors[0].message == String(repeating: "é", count: 1 << 15) + "…")
  }
}

private enum Plain: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(String.self).to(value: "")
  }

  static func configureRoot(binder bind: ReceiptBinder<Double>) -> BindingReceipt<Double> {
    bind.to(value: 1)
  }
}

private enum Part: Component {
  typealias Root = Int

  static func configure(binder: UnscopedBinder) {
    for _ in 0..<3 { binder.bind(Int.self).intoCollection().to(value: 1) }
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}
