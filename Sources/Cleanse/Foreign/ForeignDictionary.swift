/// What C names mean in one recording: which Swift types they are, and how their targets end.
struct ForeignDictionary: Sendable {
  private var tags: [String: any RecordedKey.Type] = [:]
  private var bridges: [String: RecordedBridge] = [:]
  private var destructors: [String: RecordedDestructor] = [:]
  /// Names that mean several things.
  private(set) var conflicts: [Diagnostic] = []

  /// Knows no name.
  static let empty = ForeignDictionary()

  private init() {}

  /// The names that a component, and those inside of it, have to do with.
  init(_ root: RecordedComponent) {
    // Whoever has no bindings in C need not look at a single type.
    guard root.isForeign else { return }
    add(root)
  }

  private mutating func add(_ component: RecordedComponent) {
    for bridge in component.bridges { add(bridge) }
    for destructor in component.destructors { add(destructor) }
    for binding in component.bindings {
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
    }
  }

  private mutating func add(
    _ key: any RecordedKey.Type, at location: RecordedLocation?, _ provenance: Provenance
  ) {
    guard let tag = key.tag, let name = key.cName, ForeignName(of: tag) == nil else { return }
    guard let known = tags.updateValue(tags[name] ?? key, forKey: name), known != key else {
      return
    }
    conflicts.append(
      Diagnostic(
        .cNameConflict, .error,
        "the tags \(known.displayName) and \(key.displayName) have one name in C: \(name)",
        at: location?.sourceLocation, provenance: provenance,
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
  func coding(of type: CType) -> any ForeignCoding {
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
    case .structure(let structure): StructureCoding(type: structure)
    case .pointer(let name): pointerCoding(name)
    case .array(let element): arrayCoding(coding(of: element))
    }
  }

  private func pointerCoding(_ name: String) -> any ForeignCoding {
    let pointer = PointerCoding(name: name, destroy: destructors[name]?.destroy)
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
    if let name = key.name, let tagged = tags[name], tagged.element == element { return tagged }
    // A bridge makes it a type of Swift, whose name says enough.
    let typeName = isBridged(key.type) ? nil : key.type.keyName
    return ForeignNames.key(of: element, named: ForeignName(type: typeName, name: key.name))
  }

  private func isBridged(_ type: CType) -> Bool {
    switch type {
    case .pointer(let name): bridges[name] != nil
    case .array(let element): isBridged(element)
    default: false
    }
  }
}

extension ForeignCoding {
  /// The Swift type, where only the coding is known.
  fileprivate var valueType: any Any.Type { Value.self }
}

extension RecordedComponent {
  fileprivate var isForeign: Bool {
    declarations.contains { $0.foreign != nil }
      || bindings.contains { if case .foreign = $0.maker { true } else { false } }
  }
}
