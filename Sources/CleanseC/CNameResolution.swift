import CleanseGraph

/// The resolution of C names: replaces a name after an `@` by the tag with this C name, and a pointer type by
/// the Swift type of its bridge.
///
/// It works on declarations before the graph is resolved: those of one recording, or of many that are linked.
package struct CNameResolution {
  private var names = CNameTable<Key, Bridge>()
  /// The first C type used with each name, of the C types that share one Swift type.
  private var types: [String: String] = [:]
  /// The Swift types of bridges that conflict with an earlier one, each with the type of the earlier one.
  private var replaced: [String: Key] = [:]
  /// The resolved keys, by the key as it is written in C.
  private var renamed: [Key: Key] = [:]
  /// The C types of keys that are resolved to tags of plain pointers.
  private var pointers: [BindingGraph.CNames.Pointer] = []
  private var uses: Set<PointerUse> = []

  private struct Bridge: Hashable {
    let value: Key
    let collection: Key
  }

  /// The identity of an entry in `pointers`.
  private struct PointerUse: Hashable {
    let name: String
    let type: String
    let component: ComponentIndex?
    let origin: String?
  }

  /// Resolves all C names in the declarations, and reports names with conflicting meanings.
  package static func resolve(_ declarations: inout Declarations) {
    let hasNames = declarations.space?.mayHave(.named) ?? true
    guard
      declarations.bindings.indices.contains(where: { index in
        declarations.bindings[index].hasSignature
          || hasNames && declarations.bindings[index].key.isNamed
      })
        || declarations.dropped.contains(where: { $0.key.isNamed })
    else { return }
    var resolution = CNameResolution(declarations)
    for index in declarations.bindings.indices {
      resolution.resolve(&declarations.bindings[index])
    }
    declarations.cNames.pointers += resolution.pointers
    for index in declarations.dropped.indices {
      let dropped = declarations.dropped[index]
      declarations.dropped[index].key = resolution.resolved(dropped.key)
      declarations.dropped[index].requests = dropped.requests.map { resolution.resolved($0) }
    }
    declarations.reported += resolution.names.conflicts
    // The resolved key of a name may already be in the key space.
    declarations.space = nil
  }

  private init(_ declarations: Declarations) {
    for bridge in declarations.cNames.bridges {
      names.add(
        bridge: Bridge(value: bridge.value, collection: bridge.collection), named: bridge.name,
        CMention(location: bridge.location, provenance: bridge.provenance))
    }
    let namesOfValues = Dictionary(grouping: declarations.cNames.bridges, by: \.value)
      .mapValues { Set($0.map(\.name)) }
    for bridge in declarations.cNames.bridges {
      replace(bridge, isOnly: namesOfValues[bridge.value, default: []].count == 1)
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
    for index in Self.inOrder(declarations) { add(declarations.bindings[index]) }
  }

  /// Notes that a bridge has no effect because an earlier one has its name.
  ///
  /// Declarations that were recorded without the earlier one have C keys of the bridge's Swift type. A type that
  /// such a key can have for another reason is not replaced.
  ///
  /// - Parameter isOnly: Whether no bridge of another name has the Swift type.
  private mutating func replace(_ bridge: BindingGraph.CNames.Bridge, isOnly: Bool) {
    guard isOnly, let used = names.bridge(bridge.name), used.value != bridge.value,
      CSpelling.inSignature(bridge.value) == nil,
      bridge.value.type != TypeName.identity(CPointer.self)
    else { return }
    replaced[bridge.value.type] = used.value
    replaced[bridge.collection.type] = used.collection
  }

  /// The indices of the bindings in the order in which modules declare them: the bindings of a subcomponent
  /// follow its factory, and declarations without a value are last in each component.
  private static func inOrder(_ declarations: Declarations) -> [BindingIndex] {
    guard declarations.components.count > 1 else { return Array(declarations.bindingIndices) }
    var content: [[BindingIndex]] = Array(repeating: [], count: declarations.components.count)
    for index in declarations.bindingIndices {
      content[declarations.bindings[index].component.number].append(index)
    }
    var ordered: [BindingIndex] = []
    var open = [content[ComponentIndex.root.number][...]]
    while var rest = open.popLast() {
      guard let index = rest.popFirst() else { continue }
      ordered.append(index)
      open.append(rest)
      if let child = declarations.bindings[index].subcomponent {
        open.append(content[child.number][...])
      }
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
      } else if let name = key.cName, !key.isNamed, !binding.hasSignature {
        // A C-declared binding may use the C name of a tag that Swift code declares.
        names.add(tag: key, named: name, mention())
      }
    }
  }

  /// Resolves the keys of a C-declared binding and of its requests.
  private mutating func resolve(_ binding: inout Binding) {
    guard binding.isDeclaredInC else { return }
    var isBridged = false
    for number in binding.requests.indices {
      let key = rebridged(binding.requests[number].key)
      isBridged = isBridged || bridged(key) != nil
      binding.requests[number].key = resolved(key)
      note(key, of: binding)
    }
    isBridged = isBridged || binding.source == .value && bridged(binding.key) != nil
    // A bridge can reject a value.
    if isBridged, binding.effect == nil { binding.effect = .throwing }
    let key = rebridged(binding.key)
    binding.key = resolved(key)
    note(key, of: binding)
  }

  /// Records the C type of a key that is resolved to a tag of plain pointers, because the tag does not
  /// contain it.
  private mutating func note(_ key: Key, of binding: Binding) {
    guard let name = key.cName, let type = CTypeName(key), renamed[key]?.isNamed == false else {
      return
    }
    guard bridged(key) == nil else { return }
    let component = binding.component == .root ? nil : binding.component
    let use = PointerUse(
      name: name, type: type.text, component: component, origin: binding.provenance.origin)
    guard uses.insert(use).inserted else { return }
    pointers.append(
      BindingGraph.CNames.Pointer(
        name: name, type: type.text, component: component, location: binding.location,
        provenance: binding.provenance))
  }

  /// The key with the type of the bridge that is in effect, if it was resolved with another bridge of the name.
  private func rebridged(_ key: Key) -> Key {
    guard !replaced.isEmpty, let used = replaced[key.type] else { return key }
    return used.qualified(by: key.cName)
  }

  /// The resolved key for a key that C declares; the key itself if its name has no other meaning.
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

  /// The key of the Swift type that a bridge maps the C type to.
  private func bridged(_ key: Key) -> Key? { bridged(CTypeName(key)) }

  private func bridged(_ type: CTypeName?) -> Key? {
    guard let type, let pointer = type.pointer else { return nil }
    return names.bridge(pointer).map { type.isArray ? $0.collection : $0.value }
  }
}

/// The name of a C type without a Swift type of its own, as it appears in a key.
private struct CTypeName {
  let text: String
  /// The type itself, or the element type of an array.
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

  /// The name of a pointer's target; nil for another type.
  var pointer: String? { element.hasSuffix(" *") ? String(element.dropLast(2)) : nil }

  /// The name of a structure, which its fields follow; nil for another type.
  var structure: String? {
    element.hasSuffix("}") ? String(element.prefix { $0 != " " }) : nil
  }

  /// The identity of the Swift type that all such C types share.
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
  // Without inlining, the whole binding is copied for this check.
  @inline(__always)
  fileprivate var isDeclaredInC: Bool { hasSignature || key.isNamed }
}

extension Key {
  /// Returns the key of the same element with a name as its qualifier.
  fileprivate func qualified(by name: String?) -> Key {
    guard let name else { return self }
    guard let live = storage.live else {
      return Key(
        type: type, tag: "@\(name)", typeName: typeName, tagName: "@\(name)", cName: name)
    }
    return Key(Live(element: live.element, elementName: nil, qualifier: .name(name)))
  }
}
