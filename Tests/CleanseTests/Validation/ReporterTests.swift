import CleanseTestSupport
import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("The service provider interface")
struct ReporterTests {
  @Test("a finding on a binding, a request or a component reads like a built-in one")
  func findings() throws {
    let loader = CleanseServiceLoader()
    loader.register(Thorough())
    let found = allFindings(of: Office.self, serviceLoader: loader)
    expectGolden(found.map(\.description).joined(separator: "\n"), "reporter")
    #expect(found.allSatisfy { $0.validator == "CleanseTests.Thorough" })
    let graph = BindingGraph(of: Office.self)
    let desk = try #require(graph.bindings.first { $0.key.typeName.hasSuffix("Desk") }).id
    #expect(
      found.map(\.subject) == [
        .binding(0), .binding(desk), .edge(binding: desk, request: 0), .component(0), .component(1),
      ])
  }

  @Test("a component lists its edges with their providers, and replaced bindings have none")
  func edges() {
    let graph = BindingGraph(of: Office.self)
    let root = ComponentBinding(graph: graph, component: 0)
    #expect(
      root.edges.map { "\($0.binding.key): \($0.request.key) \($0.answers.count)" } == [
        "CleanseTests.Desk: CleanseTests.Lamp 1", "CleanseTests.Lamp: [Int] 2",
        "Int8: CleanseTests.Desk 1", "Int8: Cleanse.ComponentFactory<CleanseTests.Room> 1",
      ])
    #expect(root.requests == root.edges.map(\.request))
    #expect(root.subcomponents.flatMap(\.edges).map(\.answers.count) == [1])
    let lamp = graph.bindings.first { $0.key.typeName.hasSuffix("Lamp") && $0.override != nil }
    #expect(
      lamp.map { root.path(to: $0).map(\.key.typeName) }
        == ["Int8", "CleanseTests.Desk", "CleanseTests.Lamp"])
  }

  @Test("a finding has the name of the validator that reported it, also when it is encoded")
  func names() throws {
    struct Named: CleanseBindingPlugin {
      let name = "house rules"

      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
        errorReporter.append(error: CancellationError())
      }
    }
    let loader = CleanseServiceLoader()
    loader.register(Named(), options: ["depth": "1"])
    let found = allFindings(of: Office.self, serviceLoader: loader)
      .filter { $0.validator == "house rules" }
    #expect(found.map(\.code) == [.unknownOption, .reportedError])
    #expect(found.first?.message == "house rules has no option depth")
    let bytes = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode([Diagnostic].self, from: bytes) == found)
  }

  @Test("a finding on a binding of another graph is reported, too")
  func foreign() {
    let graph = BindingGraph(of: Office.self)
    let reporter = CleanseErrorReporter(graph: graph, options: [:], validator: "test")
    let binding = Binding(id: 99, component: 7, key: graph.bindings[0].key, kind: .single)
    reporter.report("test/foreign", .warning, "foreign", on: binding)
    #expect(SuppressionAudit(graph: graph).applied(to: reporter.diagnostics).count == 1)
  }

  @Test("options reach the validator that supports them, unknown ones are reported")
  func options() throws {
    let loader = CleanseServiceLoader()
    loader.register(Thorough(), options: ["limit": "3", "limti": "4", "shape": "round"])
    loader.register(Plain(), options: ["limit": "3"])
    let found = allFindings(of: Office.self, serviceLoader: loader)
    #expect(found.contains { $0.message == "the limit is 3" })
    expectGolden(
      found.filter { $0.code == .unknownOption }.map(\.description).joined(separator: "\n"),
      "unknown-option")
  }
}

private struct Plain: CleanseBindingPlugin {
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {}
}

private struct Thorough: CleanseBindingPlugin {
  let supportedOptions = ["limit", "depth"]

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    if let limit = errorReporter.options["limit"] {
      errorReporter.report(Diagnostic("test/limit", .note, "the limit is \(limit)"))
      return
    }
    for binding in root.bindings where binding.key.typeName.hasSuffix("Desk") {
      errorReporter.report(
        "test/binding", .warning, "a desk", on: binding,
        notes: [Diagnostic.Note("desks are heavy")], fix: "sit on the floor")
    }
    for edge in root.edges where edge.request.key.typeName.hasSuffix("Lamp") {
      errorReporter.report("test/edge", .warning, "a lamp is requested", on: edge)
    }
    errorReporter.report("test/component", .warning, "an office", on: root)
    for room in root.subcomponents {
      errorReporter.report("test/component", .warning, "a room", on: room)
    }
    // Errors come first.
    errorReporter.report("test/root", .error, "an error", on: root.bindings[0])
  }
}

private struct Lamp {}
private struct Desk {}
private struct RoomScope: Scope {}

private enum Room: Component {
  static func configure(binder: Binder<RoomScope>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (lamp: Lamp) in "" }
  }
}

private enum FurnitureModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Lamp.self).to { (old: Double) in Lamp() }
    binder.bind(Desk.self).to { (lamp: Provider<Lamp>) in Desk() }
  }
}

private enum Office: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: FurnitureModule.self)
    binder.bind(Lamp.self).overriding().to { (numbers: [Int]) in Lamp() }
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind(Int.self).intoCollection().to(value: 2)
    binder.install(dependency: Room.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int8>) -> BindingReceipt<Int8> {
    bind.to { (desk: Desk, room: ComponentFactory<Room>) in 1 }
  }
}
