/// What names of C mean in a graph that is linked, as ``ForeignDictionary`` knows it of a recording.
struct LinkedNames {
  private var names = CNameTable<Key, Bridge>()
  /// The first C type under each name, of those that many C types share a Swift type with.
  private var types: [String: String] = [:]
  /// What is wrong with names that mean several things.
  private(set) var conflicts: [Diagnostic] = []

  private struct Bridge: Hashable {
    let value: Key
    let collection: Key
  }

  /// - Parameters:
  ///   - declared: What contributors say that names stand for.
  ///   - bindings: All but the declarations.
  ///   - declarations: Those of each component.
  init(
    _ declared: BindingGraph.CNames, in bindings: [Binding], _ declarations: [[Binding]]
  ) {
    guard
      bindings.contains(where: { $0.isOfC })
        || declarations.contains(where: { $0.contains { $0.isOfC } })
    else { return }
    for bridge in declared.bridges {
      names.add(
        bridge: Bridge(value: bridge.value, collection: bridge.collection), named: bridge.name,
        CMention(location: bridge.location, provenance: bridge.provenance))
    }
    for handle in declared.handles {
      names.add(
        handle: handle.name, CMention(location: handle.location, provenance: handle.provenance))
    }
    for binding in bindings { add(binding) }
    for binding in declarations.joined() { add(binding) }
    conflicts = names.conflicts
  }

  private mutating func add(_ binding: Binding) {
    for key in [binding.key] + binding.requests.map(\.key) {
      let mention = {
        CMention(
          description: key.description, location: binding.location, provenance: binding.provenance)
      }
      if let type = CTypeName(key) {
        if let name = key.cName { types[name] = types[name] ?? type.text }
        if let structure = type.structure {
          names.add(structure: structure, type.element, mention())
        }
      } else if let name = key.cName, !key.isForeign {
        names.add(tag: key, named: name, mention())
      }
    }
  }

  /// Gives the binding's names of C the meaning that they have now.
  func settle(_ binding: inout Binding) {
    guard binding.isOfC else { return }
    var isBridged = false
    for number in binding.requests.indices {
      let key = binding.requests[number].key
      isBridged = isBridged || bridged(key) != nil
      binding.requests[number].key = settled(key)
    }
    isBridged = isBridged || binding.source == .value && bridged(binding.key) != nil
    // A bridge can refuse a value.
    if isBridged, binding.effect == nil { binding.effect = .throwing }
    binding.key = settled(binding.key)
  }

  /// What C means by a key.
  private func settled(_ key: Key) -> Key {
    guard key.isForeign else { return key }
    let type = CTypeName(key)
    let swift = bridged(key)
    if let name = key.cName, let tagged = names.tagged(name),
      tagged.type == swift?.type ?? type?.swiftType ?? key.type,
      type == nil || swift != nil || types[name] == type?.text
    {
      return tagged
    }
    guard let swift else { return key }
    return Key(
      type: swift.type, tag: key.tag, typeName: swift.typeName, tagName: key.tagName,
      isClass: key.tag == nil && swift.isClass, cName: key.cName)
  }

  /// The key of the Swift type that a bridge makes of the C type.
  private func bridged(_ key: Key) -> Key? {
    guard let type = CTypeName(key), let pointer = type.pointer else { return nil }
    return names.bridge(pointer).map { type.isArray ? $0.collection : $0.value }
  }
}

/// A type that only C has a name for, as it stands in a key.
private struct CTypeName {
  let text: String
  /// The type itself, or what it is several of.
  let element: String
  let isArray: Bool

  init?(_ key: Key) {
    guard key.type.hasPrefix(Key.cMark) else { return nil }
    text = String(key.type.dropFirst(Key.cMark.count))
    isArray = text.hasSuffix("[]")
    element = isArray ? String(text.dropLast(2)) : text
  }

  /// The name of the target of a pointer.
  var pointer: String? { element.hasSuffix(" *") ? String(element.dropLast(2)) : nil }

  /// The name of a structure, whose fields stand behind it.
  var structure: String? {
    element.hasSuffix("}") ? String(element.prefix { $0 != " " }) : nil
  }

  /// The type that all such types share in Swift.
  var swiftType: String {
    let isPointer = pointer != nil
    return switch (isPointer, isArray) {
    case (true, false): TypeName.identity(CPointer.self)
    case (true, true): TypeName.identity([CPointer].self)
    case (false, false): TypeName.identity(StructureCoding.Value.self)
    case (false, true): TypeName.identity([StructureCoding.Value].self)
    }
  }
}

extension Binding {
  /// Whether somebody who writes C declares it.
  fileprivate var isOfC: Bool { signature != nil || key.isForeign }
}
