internal import CleanseSupport

/// The bindings of a graph that are similar to keys without a binding.
struct NearMisses {
  /// The largest number of notes on a key.
  private static let limit = 5

  /// The largest number of missing keys for which conforming types and subclasses are searched, which takes a search of all
  /// conformances of the process for each.
  private static let mostWithKin = 50

  let graph: BindingGraph
  private let findsKin: Bool
  private var byType: [String: [BindingIndex]] = [:]
  private var byTypeName: [String: [BindingIndex]] = [:]
  /// By the identity of the type, without the number of a copy.
  private var byName: [String: [BindingIndex]] = [:]
  /// Tuples, by their names without labels.
  private var byTuple: [String: [BindingIndex]] = [:]
  /// Assisted factories.
  private var byFunction: [FunctionShape: [BindingIndex]] = [:]
  /// The types that are bound under a name that is not of Swift.
  private var typesByAlias: [String: [String]] = [:]
  /// Declarations of optionals.
  private var declared: [Key: [BindingIndex]] = [:]
  private var lost: [Key: [BindingGraph.Dropped]] = [:]

  /// - Parameter count: The number of keys without a binding.
  init(graph: BindingGraph, missing count: Int) {
    self.graph = graph
    findsKin = count <= Self.mostWithKin
    for (index, binding) in zip(graph.bindingIndices, graph.bindings) {
      guard binding.kind != .decorator else { continue }
      guard binding.kind != .optional else {
        declared[binding.key, default: []].append(index)
        continue
      }
      byType[binding.key.type, default: []].append(index)
      byTypeName[binding.key.typeName, default: []].append(index)
      byName[binding.key.name, default: []].append(index)
      if let alias = binding.key.alias {
        let type = binding.key.typeName
        if typesByAlias[alias]?.contains(type) != true {
          typesByAlias[alias, default: []].append(type)
        }
      }
      if let tuple = TypeShape.unlabelled(binding.key.typeName) {
        byTuple[tuple, default: []].append(index)
      }
      if binding.call != nil, let function = FunctionShape(seeded: binding.key) {
        byFunction[function, default: []].append(index)
      }
    }
    // What depends on its own key is a decorator, which binds nothing.
    for binding in graph.lost where !binding.requests.contains(binding.key) {
      lost[binding.key, default: []].append(binding)
    }
  }

  /// Notes on a binding of a rejected contributor, the same type with another tag or none, the key in a
  /// component that is not visible from the requesters, another type of the same name, a type that conforms to it or is a
  /// subclass, a tuple with other labels, the assisted factory for a function, and the type as an optional, as an element or
  /// as a collection.
  ///
  /// - Parameter requesters: The bindings that depend on the key. None of them can provide it.
  func notes(for key: Key, requestedBy requesters: Set<BindingIndex>) -> [Diagnostic.Note] {
    let lost = (self.lost[key] ?? []).prefix(Self.limit).map {
      Diagnostic.Note(
        "near: \($0.contributor), which was rejected, would bind it", at: $0.location,
        provenance: $0.provenance)
    }
    let indices = indices(near: key, except: requesters)
    let near = indices.map { index in
      Diagnostic.Note(message(graph[index], key), on: graph[index])
    }
    let known = requesters.union(indices)
    return Array((lost + near + kin(of: key, except: known)).prefix(Self.limit))
  }

  /// Notes on bound types whose values are also values of the key's type.
  private func kin(of key: Key, except known: Set<BindingIndex>) -> [Diagnostic.Note] {
    guard findsKin, key.tag == nil, let kinship = Kinship(key) else { return [] }
    var notes: [Diagnostic.Note] = []
    for binding in graph.bindings where notes.count < Self.limit {
      guard binding.key.tag == nil, binding.kind != .optional, binding.kind != .decorator,
        !known.contains(binding.id), let phrase = kinship.phrase(for: binding.key)
      else { continue }
      notes.append(Diagnostic.Note("near: \(binding.key) is bound, which \(phrase)", on: binding))
    }
    return notes
  }

  /// The non-Swift name of a bound key of the same type that is similar to the key's name.
  func alias(near key: Key, requestedBy requesters: Set<BindingIndex>) -> String? {
    guard let name = key.alias else { return nil }
    let others = (byType[key.type] ?? []).filter { !requesters.contains($0) }
    let names = others.compactMap { graph[$0].key.alias }
    return NearestNames.first(name, among: names.filter { $0 != name }, within: .half)
  }

  /// Another type that is bound under the key's name; nil if there is none. A binding of the key would be in conflict with it.
  func otherType(under key: Key) -> String? {
    key.alias.flatMap { typesByAlias[$0] }?.first { $0 != key.typeName }
  }

  /// The bindings of the key's type, with any tag or none.
  func similar(to key: Key) -> [Binding] { (byType[key.type] ?? []).map { graph[$0] } }

  /// The bindings of assisted factories that make what the function returns, from what it takes.
  func factories(like key: Key) -> [Binding] {
    (FunctionShape(key).flatMap { byFunction[$0] } ?? []).map { graph[$0] }
  }

  /// The indices of similar bindings, in the order of declaration; bounded by the number that can be shown.
  private func indices(near key: Key, except requesters: Set<BindingIndex>) -> [BindingIndex] {
    func some(_ candidates: [BindingIndex]?) -> [BindingIndex] {
      let others = (candidates ?? []).lazy.filter { index in
        !requesters.contains(index) && !isUnlike(graph[index].key, key)
      }
      return Array(others.prefix(Self.limit))
    }
    var indices = Set(some(byType[key.type]))
    indices.formUnion((declared[key] ?? []).prefix(1))
    indices.formUnion(some(byName[key.name]))
    if let tuple = TypeShape.unlabelled(key.typeName) {
      indices.formUnion(some(byTuple[tuple]))
    }
    indices.formUnion(some(FunctionShape(key).flatMap { byFunction[$0] }))
    for name in TypeShape.relatives(of: key.typeName) {
      indices.formUnion(
        some(byTypeName[name]?.filter { (graph[$0].key.tag == nil) == (key.tag == nil) }))
    }
    return indices.sorted()
  }

  /// Whether a key of the same type has another name, as most numbers of plugins have: with a name that is not even
  /// similar, it is not meant.
  private func isUnlike(_ candidate: Key, _ key: Key) -> Bool {
    guard candidate.type == key.type, candidate != key, let name = key.alias,
      let other = candidate.alias
    else { return false }
    return NearestNames.first(name, among: [other], within: .half) == nil
  }

  private func message(_ binding: Binding, _ key: Key) -> String {
    if binding.kind == .optional {
      let type = key.tagName.map { "TaggedProvider<\($0)>" } ?? TypeName.wrapped(key.typeName)
      return "near: it is declared as an optional; request \(type)?"
    }
    if binding.key == key {
      let relation = binding.kind == .seed ? "the seed of" : "bound in"
      return "near: it is \(relation) \(graph[binding.component].name), which is not "
        + "visible to the requester"
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
    if TypeShape.unlabelled(binding.key.typeName) != nil, TypeShape.unlabelled(key.typeName) != nil
    {
      return "near: \(binding.key) is bound, with other labels"
    }
    if let function = FunctionShape(seeded: binding.key), function == FunctionShape(key) {
      return "near: \(binding.key) is bound, whose build(_:) takes and returns the same"
    }
    if binding.key.typeName == TypeShape.otherSendability(of: key.typeName) {
      return "near: \(binding.key) is bound, which is another type"
    }
    if let (collection, request) = TypeShape.elements(of: key.typeName),
      collection == binding.key.typeName
    {
      return "near: \(binding.key) is bound; request \(request)"
        + (request == key.typeName ? " directly, not wrapped in another type" : "")
    }
    return switch TypeShape(binding.key.typeName) {
    case .optional(key.typeName): "near: \(binding.key) is bound; it may be nil"
    case .array(key.typeName), .set(key.typeName): "near: \(binding.key) is bound"
    case .array(TypeShape(key.typeName).element ?? ""), .set(TypeShape(key.typeName).element ?? ""):
      "near: \(binding.key) is bound, which is another collection"
    default:
      switch TypeShape(key.typeName) {
      case .optional: "near: \(binding.key) is bound, but not as an optional"
      case .set: "near: \(binding.key) is bound, but not into a set"
      case .form: "near: \(binding.key) is bound; request \(form(key.typeName, of: binding.key))"
      default: "near: \(binding.key) is bound, but not into a collection"
      }
    }
  }

  /// How to request a key instead of a form of a form, or of a function that the framework does not
  /// provide.
  private func form(_ name: String, of key: Key) -> String {
    if name.hasPrefix("() throws ") { return "ThrowingProvider<\(key.typeName)>" }
    if name.hasPrefix("() async ") { return "AsyncProvider<\(key.typeName)>" }
    return "\(name) directly, not wrapped in another type"
  }
}
