import CleanseGraph

/// Gives the names that C plugins use the meaning that others give them: a name after an `@` that of the tag
/// with this name, a pointer type that of a bridge.
///
/// It works on declarations, before they are resolved: of one recording, or of many that are linked.
package struct CNameResolution {
  private var names = CNameTable<Key, Bridge>()
  /// The first C type under each name, of those that many C types share a Swift type with.
  private var types: [String: String] = [:]
  /// The keys that several declarations turn out to mean, each once.
  private var renamed: [Key: Key] = [:]
  /// The C types of keys that turn out to be tags of plain pointers.
  private var pointers: [BindingGraph.CNames.Pointer] = []
  private var uses: Set<PointerUse> = []

  private struct Bridge: Hashable {
    let value: Key
    let collection: Key
  }

  /// What makes one entry of the pointers.
  private struct PointerUse: Hashable {
    let name: String
    let type: String
    let component: Int?
    let origin: String?
  }

  /// Resolves all names in the declarations, and reports those that mean several things.
  package static func resolve(_ declarations: inout Declarations) {
    guard
      declarations.bindings.indices.contains(where: { declarations.bindings[$0].isOfC })
        || declarations.dropped.contains(where: { $0.key.isNamed })
    else { return }
    var resolution = CNameResolution(declarations)
    for place in declarations.bindings.indices {
      resolution.resolve(&declarations.bindings[place])
    }
    declarations.cNames.pointers += resolution.pointers
    for place in declarations.dropped.indices {
      declarations.dropped[place].key = resolution.resolved(declarations.dropped[place].key)
    }
    declarations.reported += resolution.names.conflicts
    // A name can turn out to mean a key that is there already.
    declarations.space = nil
  }

  private init(_ declarations: Declarations) {
    for bridge in declarations.cNames.bridges {
      names.add(
        bridge: Bridge(value: bridge.value, collection: bridge.collection), named: bridge.name,
        CMention(location: bridge.location, provenance: bridge.provenance))
    }
    for handle in declarations.cNames.handles {
      names.add(
        handle: handle.name, CMention(location: handle.location, provenance: handle.provenance))
    }
    for pointer in declarations.cNames.pointers {
      types[pointer.name] = types[pointer.name] ?? pointer.type
      names.add(
        pointer: pointer.type, named: pointer.name,
        bridgedTo: bridged(CTypeName(text: pointer.type))?.typeName,
        CMention(location: pointer.location, provenance: pointer.provenance))
    }
    for place in Self.inOrder(declarations) { add(declarations.bindings[place]) }
  }

  /// The bindings in the order in which modules declare them: what a subcomponent holds at the place
  /// of its factory, and what is declared without a value last in each component.
  private static func inOrder(_ declarations: Declarations) -> [Int] {
    guard declarations.components.count > 1 else { return Array(declarations.bindings.indices) }
    var content: [[Int]] = Array(repeating: [], count: declarations.components.count)
    for place in declarations.bindings.indices {
      content[declarations.bindings[place].component].append(place)
    }
    var ordered: [Int] = []
    var open = [content[0][...]]
    while var rest = open.popLast() {
      guard let place = rest.popFirst() else { continue }
      ordered.append(place)
      open.append(rest)
      if let inner = declarations.bindings[place].subcomponent { open.append(content[inner][...]) }
    }
    return ordered
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
      } else if let name = key.cName, !key.isNamed, binding.signature == nil {
        // What is of C has the name of a tag that somebody in Swift mentions.
        names.add(tag: key, named: name, mention())
      }
    }
  }

  /// Gives the names of a binding their meaning.
  private mutating func resolve(_ binding: inout Binding) {
    guard binding.isOfC else { return }
    var isBridged = false
    for number in binding.requests.indices {
      let key = binding.requests[number].key
      isBridged = isBridged || bridged(key) != nil
      binding.requests[number].key = resolved(key)
      note(key, of: binding)
    }
    isBridged = isBridged || binding.source == .value && bridged(binding.key) != nil
    // A bridge can refuse a value.
    if isBridged, binding.effect == nil { binding.effect = .throwing }
    let key = binding.key
    binding.key = resolved(key)
    note(key, of: binding)
  }

  /// Keeps the C type of a key that turned out to be a tag of plain pointers, as the tag no longer says it.
  private mutating func note(_ key: Key, of binding: Binding) {
    guard let name = key.cName, let type = CTypeName(key), renamed[key]?.isNamed == false else {
      return
    }
    guard bridged(key) == nil else { return }
    let component = binding.component == 0 ? nil : binding.component
    let use = PointerUse(
      name: name, type: type.text, component: component, origin: binding.provenance.origin)
    guard uses.insert(use).inserted else { return }
    pointers.append(
      BindingGraph.CNames.Pointer(
        name: name, type: type.text, component: component, location: binding.location,
        provenance: binding.provenance))
  }

  /// The key that C means by a key.
  private mutating func resolved(_ key: Key) -> Key {
    guard key.isNamed else { return key }
    if let known = renamed[key] { return known }
    let type = CTypeName(key)
    let swift = bridged(key)
    var resolved = key
    if let name = key.cName, let tagged = names.tagged(name),
      tagged.type == swift?.type ?? type?.swiftType ?? key.type,
      type == nil || swift != nil || types[name] == type?.text
    {
      resolved = tagged
    } else if let swift {
      resolved = swift.qualified(by: key.qualifierName)
    }
    renamed[key] = resolved
    return resolved
  }

  /// The key of the Swift type that a bridge makes of the C type.
  private func bridged(_ key: Key) -> Key? { bridged(CTypeName(key)) }

  private func bridged(_ type: CTypeName?) -> Key? {
    guard let type, let pointer = type.pointer else { return nil }
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
    guard let name = key.elementName else { return nil }
    self.init(text: name)
  }

  init(text: String) {
    self.text = text
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
  /// Whether a C plugin declares it.
  // Otherwise a whole binding is copied for the question.
  @inline(__always)
  fileprivate var isOfC: Bool { signature != nil || key.isNamed }
}

extension Key {
  /// The key of the same element with a name as its qualifier.
  fileprivate func qualified(by name: String?) -> Key {
    guard let name else { return self }
    guard let live = storage.live else {
      return Key(
        type: type, tag: "@\(name)", typeName: typeName, tagName: "@\(name)", cName: name)
    }
    return Key(Live(element: live.element, elementName: nil, qualifier: .name(name)))
  }
}
