@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("The identity of a finding")
struct FindingIdentityTests {
  private static let root = Key(type: "Root", typeName: "App.Root")
  private static let words = Key(type: "Words", tag: "Loud", typeName: "Words", tagName: "Loud")
  private static let clock = Key(type: "Clock", typeName: "Clock")

  private func binding(
    _ id: BindingIndex, _ key: Key, component: ComponentIndex = 0, origin: String? = nil,
    line: Int = 1, requesting: [Key] = []
  ) -> Binding {
    Binding(
      id: id, component: component, key: key, kind: .single,
      location: SourceLocation(file: "M/F.swift", path: "/src/M/F.swift", line: line),
      provenance: Provenance(origin: origin, modules: ["M"]),
      requests: requesting.map { Request(key: $0, form: .instance) })
  }

  private func graph(_ bindings: [Binding]) -> BindingGraph {
    BindingGraph(
      components: [
        .init(name: "Host", root: Self.root), .init(name: "Page", root: Self.root, parent: 0),
        .init(name: "Line", root: Self.root, parent: 1),
      ], bindings: bindings)
  }

  @Test("contains the display names of its subject")
  func text() {
    let graph = graph([
      binding(0, Self.words, component: 2, origin: "org.a", requesting: [Self.clock])
    ])
    func text(
      _ code: Diagnostic.Code, _ subject: Diagnostic.Subject?, _ arguments: [(String, String)] = []
    ) -> String {
      FindingIdentity(
        Diagnostic(
          code, .error, "at a/b.c:3", provenance: Provenance(origin: "org.a"), subject: subject,
          arguments: arguments.map { .init($0.0, $0.1) }), in: graph
      ).text
    }
    #expect(
      text(.missingBinding, .edge(binding: 0, request: 0)) == "cleanse/missing-binding: Clock")
    #expect(
      text(.unusedBinding, .binding(0))
        == "cleanse/unused-binding: Words tagged Loud, in Page > Line")
    #expect(
      text(.captiveDependency, .edge(binding: 0, request: 0))
        == "cleanse/captive-dependency: Words tagged Loud, requesting Clock, in Page > Line, "
        + "from org.a"
    )
    #expect(
      text("acme/policy", .binding(0), [("limit", "2"), ("file", "a")])
        == "acme/policy: Words tagged Loud, in Page > Line, limit 2, a, from org.a")
    #expect(text(.scopeNesting, .component(1)) == "cleanse/scope-nesting: in Page, from org.a")
    #expect(
      text("plugin/empty-file", nil, [("file", "b.so")]) == "plugin/empty-file: b.so, from org.a")
    #expect(text("x/y", nil) == "x/y: from org.a")
    #expect(text("x/y", .binding(7)) == "x/y: from org.a", "a part that is not there")
    #expect(text("x/y", .edge(binding: 0, request: 9)) == "x/y: from org.a")
    #expect(text("x/y", .component(-1)) == "x/y: from org.a")
  }

  @Test("is the message if nothing else identifies it")
  func about() {
    func about(_ arguments: [Diagnostic.Argument]) -> String {
      let finding = Diagnostic(
        "x/y", .error, "it is odd", provenance: Provenance(origin: "org.a"), arguments: arguments)
      return FindingIdentity(finding, in: graph([])).about(finding)
    }
    #expect(about([]) == "it is odd")
    #expect(about([.init("limit", "a")]) == "limit a, from org.a")
  }

  @Test("is independent of the order of the dependents and of the locations")
  func requester() {
    let alone = graph([binding(0, Self.words, origin: "org.b", requesting: [Self.clock])])
    let both = graph([
      binding(0, Self.root, origin: "org.a", line: 9, requesting: [Self.words, Self.clock]),
      binding(1, Self.words, origin: "org.b", line: 8, requesting: [Self.clock]),
    ])
    func identity(_ graph: BindingGraph, _ request: RequestIndex) -> FindingIdentity {
      FindingIdentity(
        Diagnostic(
          .missingBinding, .error, "missing binding", at: graph.bindings[0].location,
          provenance: graph.bindings[0].provenance, subject: .edge(binding: 0, request: request)),
        in: graph)
    }
    #expect(identity(alone, 0) == identity(both, 1))
    #expect(identity(alone, 0).fingerprint == identity(both, 1).fingerprint)
    #expect(identity(alone, 0) != identity(both, 0))
  }

  @Test("is independent of where a cycle begins, and differs for another cycle")
  func cycle() {
    let graph = graph([binding(0, Self.words), binding(1, Self.clock)])
    func identity(_ first: BindingIndex, _ hops: [String]) -> FindingIdentity {
      FindingIdentity(
        Diagnostic(
          .dependencyCycle, .error, "cycle", subject: .binding(first),
          arguments: hops.map { .init("hop", $0) }), in: graph)
    }
    #expect(identity(0, ["A", "B"]) == identity(1, ["A", "B"]))
    #expect(identity(0, ["A", "B"]) != identity(0, ["A", "C"]))
  }

  @Test("is independent of the number of a type's copy")
  func copies() {
    func identity(_ type: String) -> FindingIdentity {
      FindingIdentity(
        Diagnostic(.duplicateBinding, .error, "x", subject: .binding(0)),
        in: graph([binding(0, Key(type: type, typeName: "T"))]))
    }
    #expect(identity("T") == identity("T#2"))
    #expect(identity("T") != identity("T#x"))
    #expect(identity("T") != identity("U"), "two types with one name for people")
  }

  @Test("numbers equal findings independently of their order")
  func numbers() {
    func finding(_ modules: [String]) -> Diagnostic {
      Diagnostic(
        .unusedSuppression, .warning, "x", provenance: Provenance(modules: modules),
        subject: .binding(0))
    }
    let graph = graph([binding(0, Self.words)])
    let findings = [finding(["B"]), finding(["A"]), Diagnostic("x/y", .note, "x"), finding(["B"])]
    let identities = FindingIdentity.all(of: findings, in: graph)
    #expect(identities.map(\.number) == [2, 1, 1, 3])
    #expect(Set(identities).count == 4)
    #expect(Set(identities.map(\.fingerprint)).count == 4)
    #expect(identities[0].text.hasSuffix(", number 2"))
    let turned = FindingIdentity.all(of: Array(findings.reversed()), in: graph)
    #expect(turned.map(\.number) == [2, 1, 1, 3])
  }

  @Test("has a fingerprint that is stable across machines and versions")
  func fingerprint() {
    let finding = Diagnostic(
      "plugin/empty-file", .error, "/a/libB.so is empty", arguments: [.init("file", "libB.so")])
    let identity = FindingIdentity(finding, in: graph([]))
    #expect(identity.fingerprint == "9e2304eb6e573f5bba049346a3d12418")
  }

  @Test("can't be imitated by a name that looks like several")
  func feigned() {
    func fingerprint(_ origin: String, _ arguments: Diagnostic.Argument...) -> String {
      FindingIdentity(
        Diagnostic(
          "x/y", .error, "x", provenance: Provenance(origin: origin), arguments: arguments),
        in: graph([])
      ).fingerprint
    }
    #expect(fingerprint("b", .init("a", "c")) != fingerprint("b8:argument1:a1:c"))
    #expect(fingerprint("b", .init("a", "bc")) != fingerprint("b", .init("ab", "c")))
    #expect(fingerprint("b", .init("a", "c"), .init("d", "e")) != fingerprint("b", .init("a", "c")))
  }
}
