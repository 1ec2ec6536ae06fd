/// What a graph has that comes near to a key which nothing answers.
struct NearMisses {
  let graph: BindingGraph

  /// Notes on the same type under another tag or none, the key in a component that can't be seen
  /// from the requesters, and the type as an element or a collection; at most five.
  func notes(for key: Key) -> [Diagnostic.Note] {
    var seen: Set<Int> = []
    let near = graph.bindings.compactMap { binding -> (binding: Binding, message: String)? in
      guard binding.kind != .optional, let message = message(binding, key) else { return nil }
      return (binding, message)
    }
    return near.filter { seen.insert($0.binding.id).inserted }.prefix(5).map {
      Diagnostic.Note($0.message, at: $0.binding.location, provenance: $0.binding.provenance)
    }
  }

  private func message(_ binding: Binding, _ key: Key) -> String? {
    let component = graph.components[binding.component].name
    if binding.key == key {
      return "near: it is bound in \(component), which can't be seen from there"
    }
    if binding.key.type == key.type {
      return "near: "
        + (binding.key.tag.map { _ in "it is bound as \(binding.key)" }
          ?? "it is bound without a tag")
    }
    if binding.key.tag == key.tag {
      if binding.key.typeName == "[\(key.typeName)]" { return "near: there is \(binding.key)" }
      if key.typeName == "[\(binding.key.typeName)]" {
        return "near: \(binding.key) is bound, but not into a collection"
      }
    }
    return nil
  }
}
