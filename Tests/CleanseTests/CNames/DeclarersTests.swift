@testable import CleanseC
@testable import CleanseGraph
import Testing

@Suite("The plugins that declare the C names of bindings")
struct DeclarersTests {
  private let counter = Key(type: "3App7CounterC", typeName: "Counter")
  private let counters = Key(type: "Say3App7CounterCG", typeName: "[Counter]")

  private func names(bridgedBy origin: String?) -> BindingGraph.CNames {
    var names = BindingGraph.CNames()
    names.bridges = [
      .init(
        name: "counter", value: counter, collection: counters, provenance: .init(origin: origin))
    ]
    names.handles = ["counter", "timer"].map {
      .init(name: $0, provenance: Provenance(origin: "org.example.\($0)"))
    }
    return names
  }

  private func binding(_ key: Key) -> Binding {
    Binding(id: 0, component: 0, key: key, kind: .single)
  }

  @Test("include the one with the bridge of a type, also of a collection's elements")
  func bridged() {
    for key in [counter, counters] {
      #expect(names(bridgedBy: nil).declarers(for: [binding(key)]) == [], "\(key)")
      #expect(
        names(bridgedBy: "org.example.bridge").declarers(for: [binding(key)])
          == ["org.example.bridge"])
    }
  }

  // A plugin was loaded for its destructor, which destroyed what others had created.
  @Test("include none that declares a destructor alone: it is for what that plugin creates")
  func pointers() {
    let names = names(bridgedBy: "org.example.bridge")
    for type in ["timer *", "timer *[]"] {
      let key = Key(type: Key.namedMark + type, typeName: type)
      #expect(names.declarers(for: [binding(key)]) == [])
    }
    #expect(names.declarers(for: [binding(Key(type: "Sd", typeName: "Double"))]) == [])
  }
}
