import Cleanse
import Foundation
import Testing

@Suite("Severities and subjects")
struct SeverityTests {
  @Test("a warning raised to an error rejects the graph")
  func raised() throws {
    let error = #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Wasteful.self, severities: [.unusedBinding: .error])
    }
    #expect(error?.diagnostics.map(\.severity) == [.error])
  }

  @Test("a lowered error no longer rejects a graph that can be linked")
  func lowered() throws {
    let factory = try ComponentFactory.of(
      Grumbling.self, severities: [.configurationError: .note])
    #expect(factory.build() == 1)
    #expect(factory.findings.map(\.severity) == [.note])
  }

  @Test("a graph that can't be linked is rejected, whatever the severity")
  func unlinkable() {
    let severities: [Diagnostic.Code: Diagnostic.Severity] = [
      .missingBinding: .note, .duplicateBinding: .note, .dependencyCycle: .note,
    ]
    let missing = #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Incomplete.self, severities: severities)
    }
    #expect(missing?.diagnostics.map(\.code) == [.missingBinding])
    #expect(missing?.diagnostics.map(\.severity) == [.error])
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Doubled.self, severities: severities)
    }
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(Cyclic.self, severities: severities)
    }
  }

  @Test("a factory has the warnings about its graph, unless it was not validated")
  func reported() throws {
    #expect(try ComponentFactory.of(Wasteful.self, validate: false).findings.isEmpty)
    #expect(try ComponentFactory.of(Wasteful.self).findings.map(\.code) == [.unusedBinding])
  }

  @Test("a finding has a subject")
  func subjects() throws {
    let wasteful = BindingGraph(of: Wasteful.self)
    let unused = try #require(wasteful.bindings.first { $0.key.typeName == "Int8" }).id
    #expect(allFindings(of: Wasteful.self).map(\.subject) == [.binding(unused)])
    let incomplete = BindingGraph(of: Incomplete.self)
    let dependent = try #require(incomplete.bindings.first { $0.key.typeName == "Int" }).id
    #expect(
      allFindings(of: Incomplete.self).first?.subject == .edge(binding: dependent, request: 1))
    #expect(allFindings(of: Grumbling.self).map(\.subject) == [nil])
  }

  @Test(
    "a subject survives being written as JSON, by its member names",
    arguments: [
      (Diagnostic.Subject.component(1), #"{"component":1}"#),
      (.binding(2), #"{"binding":2}"#),
      (.edge(binding: 3, request: 0), #"{"binding":3,"request":0}"#),
    ])
  func codable(subject: Diagnostic.Subject, text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(subject), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Diagnostic.Subject.self, from: Data(text.utf8)) == subject)
  }
}

private enum Wasteful: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.bind(Int8.self).to(value: 1) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum Grumbling: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.addError("the weather is bad") }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum Incomplete: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.bind(Int8.self).to(value: 1) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (there: Int8, missing: Double) in 1 }
  }
}

private enum Doubled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).to(value: 1)
    binder.bind(Int8.self).to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (doubled: Int8) in 1 }
  }
}

private enum Cyclic: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).to { (me: Int8) in 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (cycle: Int8) in 1 }
  }
}
