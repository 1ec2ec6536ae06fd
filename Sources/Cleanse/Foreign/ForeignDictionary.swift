/// What C names mean in one recording: which Swift types they are, and how their targets end.
struct ForeignDictionary: Sendable {
  private var names = CNameTable<KeyIdentity, BridgeIdentity>()
  private var destructors: [String: RecordedDestructor] = [:]
  /// The first type under each name, of those that many C types share a Swift type with.
  private var types: [String: CType] = [:]
  /// Whether nothing has a name to be looked up.
  private(set) var isEmpty = true
  /// What is wrong with names that mean several things.
  var conflicts: [Diagnostic] { names.conflicts }

  /// Knows no name.
  static let empty = ForeignDictionary()

  private init() {}

  /// The names that a component, and those inside of it, have to do with.
  init(_ root: RecordedComponent) {
    // Whoever has no bindings in C need not look at a single type.
    isEmpty = !root.isForeign
    if !isEmpty { add(root) }
  }

  private mutating func add(_ component: RecordedComponent) {
    for bridge in component.bridges { add(bridge) }
    for destructor in component.destructors { add(destructor) }
    for binding in component.bindings {
      if let foreign = binding.foreign {
        for key in [foreign.key] + foreign.signature.parameters.map(\.key) {
          add(key, at: binding.location, binding.provenance)
        }
        continue
      }
      add(binding.key, at: binding.location, binding.provenance)
      for request in binding.requests {
        if let key = DerivedRequest.taggedKey(of: request) {
          add(key, at: binding.location, binding.provenance)
        }
      }
      if case .subcomponent(let inner) = binding.maker { add(inner) }
    }
    for declaration in component.declarations {
      add(declaration.key, at: declaration.location, declaration.provenance)
      if let key = declaration.foreign {
        add(key, at: declaration.location, declaration.provenance)
      }
    }
  }

  private mutating func add(
    _ key: CKey, at location: RecordedLocation?, _ provenance: Provenance
  ) {
    if let name = key.name, key.type.keyName != nil { types[name] = types[name] ?? key.type }
    guard let type = key.type.structure else { return }
    names.add(structure: type.name, type.layout, CMention(location, provenance))
  }

  private mutating func add(
    _ key: any RecordedKey.Type, at location: RecordedLocation?, _ provenance: Provenance
  ) {
    guard let tag = key.tag, let name = key.cName, ForeignName(of: tag) == nil else { return }
    names.add(
      tag: KeyIdentity(key: key), named: name,
      CMention(description: key.displayName, location, provenance))
  }

  private mutating func add(_ bridge: RecordedBridge) {
    names.add(
      bridge: BridgeIdentity(bridge: bridge.type), named: bridge.type.cName,
      CMention(bridge.location, bridge.provenance))
  }

  private mutating func add(_ destructor: RecordedDestructor) {
    destructors[destructor.name] = destructors[destructor.name] ?? destructor
    names.add(handle: destructor.name, CMention(destructor.location, destructor.provenance))
  }

  /// How values of the type cross.
  ///
  /// - Parameter isMade: Whether a function makes them, so that somebody has to destroy them. What a
  ///   plugin binds as a value stays its own.
  func coding(of type: CType, isMade: Bool = true) -> any ForeignCoding {
    switch type {
    case .bool: ScalarCoding<Bool>()
    case .int8: ScalarCoding<Int8>()
    case .int16: ScalarCoding<Int16>()
    case .int32: ScalarCoding<Int32>()
    case .int64: ScalarCoding<Int64>()
    case .uint8: ScalarCoding<UInt8>()
    case .uint16: ScalarCoding<UInt16>()
    case .uint32: ScalarCoding<UInt32>()
    case .uint64: ScalarCoding<UInt64>()
    case .float: ScalarCoding<Float>()
    case .double: ScalarCoding<Double>()
    case .string: StringCoding()
    case .structure(let structure): StructureCoding(structure)
    case .pointer(let name): pointerCoding(name, isMade: isMade)
    case .array(let element): arrayCoding(coding(of: element, isMade: isMade))
    }
  }

  private func pointerCoding(_ name: String, isMade: Bool) -> any ForeignCoding {
    let pointer = PointerCoding(name: name, destroy: isMade ? destructors[name]?.destroy : nil)
    func open<B: CBridge>(_ bridge: B.Type) -> any ForeignCoding {
      BridgedCoding<B>(pointer: pointer)
    }
    return names.bridge(name).map { open($0.bridge) } ?? pointer
  }

  private func arrayCoding(_ element: some ForeignCoding) -> any ForeignCoding {
    ArrayCoding(element: element)
  }

  /// What C means by a type and a name behind the `@`.
  func key(of key: CKey) -> any RecordedKey.Type {
    let element = coding(of: key.type).valueType
    // A bridge makes it a type of Swift, which says enough.
    let isPlain = key.type.keyName == nil || isBridged(key.type)
    if let name = key.name, let tagged = names.tagged(name)?.key, tagged.element == element,
      isPlain || types[name] == key.type
    {
      return tagged
    }
    let type = isPlain ? nil : key.type
    return ForeignNames.key(
      of: element,
      named: ForeignName(
        type: type?.keyIdentity, typeName: type?.keyName, name: key.name))
  }

  /// Whether a bridge makes it a type of Swift.
  func isBridged(_ type: CType) -> Bool {
    switch type {
    case .pointer(let name): names.bridge(name) != nil
    case .array(let element): isBridged(element)
    default: false
    }
  }
}

/// Keys under tags are equal when their tags are.
private struct KeyIdentity: Hashable, Sendable {
  let key: any RecordedKey.Type

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(key)) }
}

private struct BridgeIdentity: Hashable, Sendable {
  let bridge: any CBridge.Type

  static func == (left: Self, right: Self) -> Bool { left.bridge == right.bridge }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bridge)) }
}

extension CMention {
  init(
    description: String = "", _ location: RecordedLocation?, _ provenance: Provenance
  ) {
    self.init(
      description: description, location: location?.sourceLocation, provenance: provenance)
  }
}

extension ForeignCoding {
  /// The Swift type, where only the coding is known.
  fileprivate var valueType: any Any.Type { Value.self }
}

extension RecordedComponent {
  fileprivate var isForeign: Bool {
    declarations.contains { $0.foreign != nil } || dropped.contains { $0.foreign != nil }
      || bindings.contains { if case .foreign = $0.maker { true } else { false } }
  }
}
