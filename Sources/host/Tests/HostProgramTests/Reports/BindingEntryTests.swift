import Cleanse
import Testing

@testable import HostProgram

@Suite("Bindings in host show")
struct BindingEntryTests {
  @Test("a line tells what is bound, of what, in which scope and where")
  func line() {
    let key = Key(type: "a", typeName: "Filter")
    let other = Key(type: "b", tag: "c", typeName: "Int", tagName: "Width")
    let binding = Binding(
      id: 0, component: 0, key: key, kind: .single, scope: "Singleton",
      location: SourceLocation(file: "Wrap/Module.swift", path: "/x", line: 4),
      requests: [Request(key: other, form: .provider)])
    #expect(
      BindingEntry(binding).line
        == "Filter from Int tagged Width shared in Singleton at Wrap/Module.swift:4")
    #expect(BindingEntry(Binding(id: 0, component: 0, key: key, kind: .single)).line == "Filter")
  }
}
