internal import CleanseSupport

/// What a graph has that comes near to keys which nothing answers.
struct NearMisses {
  /// At most so many notes on a key.
  private static let limit = 5

  private let graph: BindingGraph
  private var byType: [String: [Int]] = [:]
  private var byTypeName: [String: [Int]] = [:]
  /// By the identity without the number of a copy.
  private var byName: [String: [Int]] = [:]
  /// Declarations of optionals.
  private var declared: [Key: [Int]] = [:]
  private var dropped: [Key: [BindingGraph.Dropped]] = [:]

  init(graph: BindingGraph) {
    self.graph = graph
    for (place, binding) in graph.bindings.enumerated() {
      guard binding.kind != .optional else {
        declared[binding.key, default: []].append(place)
        continue
      }
      byType[binding.key.type, default: []].append(place)
      byTypeName[binding.key.typeName, default: []].append(place)
      byName[binding.key.name, default: []].append(place)
    }
    for binding in graph.dropped { dropped[binding.key, default: []].append(binding) }
  }

  /// Notes on a binding that a rejected contributor would have brought, the same type under another
  /// tag or none, the key in a component that can't be seen from the requesters, another type of the
  /// same name, and the type as an optional, as an element or as a collection.
  func notes(for key: Key) -> [Diagnostic.Note] {
    let lost = (dropped[key] ?? []).prefix(Self.limit).map {
      Diagnostic.Note(
        "near: it would be bound by \($0.contributor), which was rejected", at: $0.location,
        provenance: $0.provenance)
    }
    let near = places(near: key).prefix(Self.limit - lost.count).map { place in
      Diagnostic.Note(message(graph.bindings[place], key), on: graph.bindings[place])
    }
    return lost + near
  }

  /// The name outside of Swift, near to that of the key, of something of the same type that is bound.
  func alias(near key: Key) -> String? {
    guard let name = key.alias else { return nil }
    let names = (byType[key.type] ?? []).compactMap { graph.bindings[$0].key.alias }
    return NearestNames.first(name, among: names.filter { $0 != name }, within: .half)
  }

  /// The places of what is near, in the order of declaration; no more than can be told.
  private func places(near key: Key) -> [Int] {
    var places = Set((byType[key.type] ?? []).prefix(Self.limit))
    places.formUnion((declared[key] ?? []).prefix(1))
    places.formUnion((byName[key.name] ?? []).prefix(Self.limit))
    for name in TypeShape.relatives(of: key.typeName) {
      let related = (byTypeName[name] ?? []).lazy.filter {
        (graph.bindings[$0].key.tag == nil) == (key.tag == nil)
      }
      places.formUnion(related.prefix(Self.limit))
    }
    return places.sorted()
  }

  private func message(_ binding: Binding, _ key: Key) -> String {
    if binding.kind == .optional {
      return "near: it is declared as an optional; that is asked for as "
        + "\(TypeName.wrapped(key.typeName))?"
    }
    if binding.key == key {
      return "near: it is bound in \(graph.components[binding.component].name), which can't be "
        + "seen from there"
    }
    if binding.key.type == key.type {
      return binding.key.tag == nil
        ? "near: it is bound without a tag" : "near: it is bound as \(binding.key)"
    }
    if binding.key.name == key.name {
      return key.isPrivate
        ? "near: another file's private type of the same name is bound"
        : "near: another library's type of the same name is bound"
    }
    return switch TypeShape(binding.key.typeName) {
    case .optional(key.typeName): "near: there is \(binding.key), which may be nothing"
    case .array(key.typeName), .set(key.typeName): "near: there is \(binding.key)"
    default:
      switch TypeShape(key.typeName) {
      case .optional: "near: \(binding.key) is bound, but not as an optional"
      case .set: "near: \(binding.key) is bound, but not into a set"
      case .form: "near: \(binding.key) is bound; ask for \(form(key.typeName, of: binding.key))"
      default: "near: \(binding.key) is bound, but not into a collection"
      }
    }
  }

  /// How to ask for a key in place of a form of a form, or of a function that the framework does not
  /// make.
  private func form(_ name: String, of key: Key) -> String {
    if name.hasPrefix("() throws ") { return "ThrowingProvider<\(key.typeName)>" }
    if name.hasPrefix("() async ") { return "AsyncProvider<\(key.typeName)>" }
    return "\(name) itself, not for a form of that"
  }
}
