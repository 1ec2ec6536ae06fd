@testable import CleanseGraph
@testable import CleanseGraphRendering

/// Graphs for the tests of the page.
enum PageGraph {
  /// An application that requests a collection to which several plugins contribute. Each contribution
  /// depends on another binding of its plugin, and that on one of the previous plugin.
  static func drawing(plugins: [String], each count: Int = 2) -> GraphDrawing {
    let commands = key("any Command")
    var bindings = [
      binding(0, key("App"), requesting: [commands]),
      Binding(id: 1, component: 0, key: commands, kind: .declaration),
    ]
    for (number, plugin) in plugins.enumerated() {
      for index in 0..<count {
        let next = index + 1 < count ? key("\(number).\(index + 1)") : key("\(number - 1).1")
        bindings.append(
          binding(
            BindingIndex(bindings.count), index == 0 ? commands : key("\(number).\(index)"),
            kind: index == 0 ? .contribution : .single, of: plugin,
            requesting: index + 1 == count && number == 0 ? [] : [next]))
      }
    }
    return drawing(bindings)
  }

  static func drawing(_ bindings: [Binding]) -> GraphDrawing {
    let graph = BindingGraph(components: [.init(name: "App", root: key("App"))], bindings: bindings)
    return GraphDrawing(of: graph, findings: [], ofGraph: [], by: .plugin)
  }

  static func binding(
    _ id: BindingIndex, _ key: Key, kind: Binding.Kind = .single, of plugin: String? = nil,
    requesting keys: [Key] = []
  ) -> Binding {
    Binding(
      id: id, component: 0, key: key, kind: kind, provenance: Provenance(origin: plugin),
      requests: keys.map { Request(key: $0, form: .instance) })
  }

  static func key(_ name: String) -> Key { Key(type: name, typeName: name) }
}
