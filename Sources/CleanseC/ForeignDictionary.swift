import Cleanse

/// The bridges and destructors of one recording, which determine how values are converted between Swift and
/// C.
struct ForeignDictionary: GuestValues {
  private var bridges: [String: any CBridge.Type] = [:]
  /// The destructors of each name, in order of declaration.
  private var destructors: [String: [RecordedDestructor]] = [:]

  /// A dictionary without bridges and destructors.
  static let empty = ForeignDictionary()

  private init() {}

  /// Creates the dictionary of what components declare. Of several bridges of one name, it uses the first;
  /// ``CNameResolution`` reports the others.
  init(_ components: [RecordedComponent]) {
    for component in components {
      for bridge in component.bridges {
        bridges[bridge.type.cName] = bridges[bridge.type.cName] ?? bridge.type
      }
      for destructor in component.destructors {
        destructors[destructor.name, default: []].append(destructor)
      }
    }
  }

  /// Returns the coding for values of the type.
  ///
  /// - Parameter destructor: Destroys the values that are loaded; nil for values that the host does not own.
  func coding(of type: CType, destructor: RecordedDestructor? = nil) -> any ForeignCoding {
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
    case .pointer(let name): pointerCoding(name, destructor)
    case .array(let element): arrayCoding(coding(of: element, destructor: destructor))
    }
  }

  /// Returns the destructor of what a function returns: the one that its contributor declares. A plugin can't destroy what
  /// another plugin has created in its own way, so without a declaration of its contributor, it is never destroyed.
  ///
  /// - Parameter origin: The contributor that declares the function.
  private func destructor(of type: CType, from origin: String?) -> RecordedDestructor? {
    switch type {
    case .pointer(let name): destructors[name]?.first { $0.provenance.origin == origin }
    case .array(let element): destructor(of: element, from: origin)
    default: nil
    }
  }

  private func pointerCoding(
    _ name: String, _ destructor: RecordedDestructor?
  ) -> any ForeignCoding {
    let pointer = unsafe PointerCoding(
      name: name, destroy: destructor?.destroy, isDestroyed: destructors[name] != nil)
    func open<B: CBridge>(_ bridge: B.Type) -> any ForeignCoding {
      BridgedCoding<B>(pointer: pointer)
    }
    return bridges[name].map { open($0) } ?? pointer
  }

  private func arrayCoding(_ element: some ForeignCoding) -> any ForeignCoding {
    ArrayCoding(element: element)
  }

  /// Sets the collection assembler of a C-declared contribution, which depends on the bridges.
  func complete(_ implementation: inout BindingImplementation) {
    guard let foreign = implementation.guest as? ForeignBinding, implementation.assembler != nil
    else { return }
    if case .array(let element) = foreign.key.type {
      implementation.assembler = coding(of: element).assembler
    }
  }
}

extension ForeignCoding {
  /// The Swift type of an existential coding.
  fileprivate var valueType: any Any.Type { Value.self }

  /// The assembler for collections of such values.
  fileprivate var assembler: any CollectionAssembler.Type { ArrayAssembler<Value>.self }
}

extension KeyTable {
  /// Returns the key for a C type and a name after an `@`, before names are resolved.
  func key(of key: CKey) -> Key {
    self.key(
      of: ForeignDictionary.empty.coding(of: key.type).valueType,
      elementName: key.type.keyIdentity.map {
        Key.ElementName(identity: $0, display: key.type.keyName ?? $0)
      }, name: key.name)
  }

  /// Returns the requests of C parameters.
  func requests(for parameters: [CParameter]) -> [Request] {
    var requests: [Request] = []
    requests.reserveCapacity(parameters.count)
    for index in parameters.indices {
      requests.append(request(for: parameters[index].key, as: parameters[index].form))
    }
    return requests
  }

  private func request(for requested: CKey, as parameterForm: CParameter.Form) -> Request {
    let key = key(of: requested)
    // For a collection that is requested element by element: the type of an element.
    func open<Element>(_ element: Element.Type) -> Request {
      switch parameterForm {
      case .value: Request(key: key, form: .instance)
      case .optional: request(for: Element?.self)
      case .provider(throws: false): request(for: Provider<Element>.self)
      case .provider(throws: true): request(for: ThrowingProvider<Element>.self)
      case .optionalProvider(throws: false): optional(request(for: Provider<Element>.self))
      case .optionalProvider(throws: true): optional(request(for: ThrowingProvider<Element>.self))
      case .throwingElements: request(for: [ThrowingProvider<Element>].self)
      }
    }
    if !key.isNamed {
      let parameter = CParameter(key: requested, form: parameterForm)
      let valueKey = parameter.element.map { self.key(of: $0.key) } ?? key
      if let element = valueKey.storage.element { return _openExistential(element, do: open) }
    }
    let form: RequestForm =
      switch parameterForm {
      case .value: .instance
      case .optional: .optional
      case .provider(throws: false): .provider
      case .provider(throws: true): .throwingProvider
      case .optionalProvider(throws: false): .optional(.provider)
      case .optionalProvider(throws: true): .optional(.throwingProvider)
      case .throwingElements: .throwingElements
      }
    return Request(key: key, form: form)
  }

  /// The request with an optional around each of its readings. So the optional itself is no key, which C has none for.
  private func optional(_ request: Request) -> Request {
    func form(_ inner: RequestForm) -> RequestForm { inner.wrapped(in: .optional) ?? inner }
    return Request(
      key: request.key, form: form(request.form),
      alternatives: request.alternatives.map { .init(key: $0.key, form: form($0.form)) })
  }
}

extension RecordedBinding {
  /// Creates the recorded form of a C-declared binding.
  init(
    _ foreign: ForeignBinding, _ keys: KeyTable, isShared: Bool, order: Int, override: Int?,
    scopeName: String?, at location: RecordedLocation?, provenance: Provenance
  ) {
    let isValue = if case .value = foreign.source { true } else { false }
    let replaces = !foreign.isContribution && !foreign.isDecorator
    var data = Binding(
      key: keys.key(of: foreign.key), kind: foreign.kind,
      location: location, provenance: provenance,
      requests: keys.requests(for: foreign.signature.parameters),
      scope: isShared ? scopeName : nil, effect: foreign.canFail ? .throwing : nil,
      source: isValue ? .value : .factory)
    data.describe(
      by: .description(of: foreign), override: replaces ? override : nil,
      order: replaces || order == 0 ? nil : order)
    let origin = provenance.origin
    let implementation = BindingImplementation(
      source: .factory { linker in
        let values = linker.recording.guest as? ForeignDictionary ?? .empty
        return values.link(foreign, origin, linker)
      }, assembler: foreign.isContribution ? ArrayAssembler<Never>.self : nil,
      element: foreign.signature.result.type.isArray ? nil : .withoutKey, guest: foreign)
    // Each on its own, as most functions are no services, and copies cost time.
    guard let service = foreign.service else {
      self.init(data, implementation: implementation)
      return
    }
    data.service = service.settings
    var served = implementation
    served.service = ForeignServiceHooks(service, result: foreign.signature.result.type)
    self.init(data, implementation: served)
  }
}

extension ForeignBinding {
  /// The role of the binding for its key.
  fileprivate var kind: Binding.Kind {
    isContribution ? .contribution : isDecorator ? .decorator : .single
  }
}

extension ForeignDictionary {
  /// Links a C-declared binding.
  func link(_ foreign: ForeignBinding, _ origin: String?, _ linker: Linker) -> AnyObject {
    func open<Coding: ForeignCoding>(_ coding: Coding) -> AnyObject {
      if foreign.isContribution, !foreign.signature.result.type.isArray {
        return ForeignFactory(foreign, origin, coding, { [$0] }, self).link(linker)
      }
      return ForeignFactory(foreign, origin, coding, { $0 }, self).link(linker)
    }
    let type = foreign.signature.result.type
    // The target of a value that a plugin binds still belongs to the plugin.
    let isValue = if case .value = foreign.source { true } else { false }
    return open(coding(of: type, destructor: isValue ? nil : destructor(of: type, from: origin)))
  }
}
