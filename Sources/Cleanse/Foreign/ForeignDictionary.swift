/// What C names mean in one recording: which Swift types they are, and how their targets end.
struct ForeignDictionary: Sendable {
  private var tags: [String: RecordedName] = [:]
  /// The tags that were found to have the name of another.
  private var conflicting: Set<ObjectIdentifier> = []
  private var bridges: [String: RecordedBridge] = [:]
  private var destructors: [String: RecordedDestructor] = [:]
  /// Who was the first to have a structure of the name.
  private var structures: [String: RecordedStructure] = [:]
  /// The first type under each name, of those that many C types share a Swift type with.
  private var types: [String: CType] = [:]
  /// Whether nothing has a name to be looked up.
  private(set) var isEmpty = true
  /// Names that mean several things.
  private(set) var conflicts: [Diagnostic] = []

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
    let structure = RecordedStructure(type: type, location: location, provenance: provenance)
    let known = structures[type.name] ?? structure
    structures[type.name] = known
    guard known.type != type else { return }
    let finding = Diagnostic(
      .cTypeConflict, .error, "the structure \(type.name) has different fields",
      at: location?.sourceLocation, provenance: provenance,
      notes: [
        Diagnostic.Note(
          "\(known.type.layout) here", at: known.location?.sourceLocation,
          provenance: known.provenance),
        Diagnostic.Note(
          "\(type.layout) here", at: location?.sourceLocation, provenance: provenance),
      ],
      remedy: "let all sides declare the same fields, or give one of the structures another name")
    if !conflicts.contains(finding) { conflicts.append(finding) }
  }

  private mutating func add(
    _ key: any RecordedKey.Type, at location: RecordedLocation?, _ provenance: Provenance
  ) {
    guard let tag = key.tag, let name = key.cName, ForeignName(of: tag) == nil else { return }
    guard let known = tags[name] else {
      tags[name] = RecordedName(key: key, location: location, provenance: provenance)
      return
    }
    guard known.key != key, conflicting.insert(ObjectIdentifier(tag)).inserted else { return }
    conflicts.append(
      Diagnostic(
        .cNameConflict, .error, "two tags have the name \(name) in C",
        at: location?.sourceLocation, provenance: provenance,
        notes: [
          Diagnostic.Note(
            "\(key.displayName) here", at: location?.sourceLocation, provenance: provenance),
          Diagnostic.Note(
            "\(known.key.displayName) here", at: known.location?.sourceLocation,
            provenance: known.provenance),
        ],
        remedy: "give one of them another cName"))
  }

  private mutating func add(_ bridge: RecordedBridge) {
    let name = bridge.type.cName
    guard let known = bridges.updateValue(bridges[name] ?? bridge, forKey: name),
      known.type != bridge.type
    else { return }
    conflicts.append(
      Diagnostic(
        .cNameConflict, .error, "two bridges say what `\(name) *` is in Swift",
        at: bridge.location.sourceLocation, provenance: bridge.provenance,
        notes: [
          Diagnostic.Note(
            "the other one", at: known.location.sourceLocation, provenance: known.provenance)
        ],
        remedy: "install one of them, in one module that both sides include"))
  }

  private mutating func add(_ destructor: RecordedDestructor) {
    guard
      let known = destructors.updateValue(
        destructors[destructor.name] ?? destructor, forKey: destructor.name)
    else { return }
    conflicts.append(
      Diagnostic(
        .cNameConflict, .error, "`\(destructor.name) *` is declared twice, with what destroys it",
        at: destructor.location.sourceLocation, provenance: destructor.provenance,
        notes: [
          Diagnostic.Note(
            "declared before", at: known.location.sourceLocation, provenance: known.provenance)
        ],
        remedy: "let the one plugin that makes such instances declare it, or give one of the types "
          + "another name"))
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
    return bridges[name].map { open($0.type) } ?? pointer
  }

  private func arrayCoding(_ element: some ForeignCoding) -> any ForeignCoding {
    ArrayCoding(element: element)
  }

  /// What C means by a type and a name behind the `@`.
  func key(of key: CKey) -> any RecordedKey.Type {
    let element = coding(of: key.type).valueType
    // A bridge makes it a type of Swift, which says enough.
    let isPlain = key.type.keyName == nil || isBridged(key.type)
    if let name = key.name, let tagged = tags[name]?.key, tagged.element == element,
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
    case .pointer(let name): bridges[name] != nil
    case .array(let element): isBridged(element)
    default: false
    }
  }
}

/// A key whose tag has a name in C, with who was the first to mention it.
private struct RecordedName: Sendable {
  let key: any RecordedKey.Type
  let location: RecordedLocation?
  let provenance: Provenance
}

/// A structure as somebody declared it.
private struct RecordedStructure: Sendable {
  let type: CStructureType
  let location: RecordedLocation?
  let provenance: Provenance
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
