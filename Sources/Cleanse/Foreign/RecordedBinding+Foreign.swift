extension RecordedComponent {
  /// The component with what names of C mean in it.
  func settled(by dictionary: ForeignDictionary) -> RecordedComponent {
    guard !dictionary.isEmpty else { return self }
    var settled = self
    settled.bindings = bindings.map { $0.settled(by: dictionary) }
    settled.declarations = declarations.map { $0.settled(by: dictionary) }
    for index in dropped.indices {
      guard let foreign = dropped[index].foreign else { continue }
      settled.dropped[index].key = dictionary.key(of: foreign)
    }
    return settled
  }
}

extension RecordedBinding {
  /// The binding with what its names mean, for one of C.
  fileprivate func settled(by dictionary: ForeignDictionary) -> RecordedBinding {
    guard case .foreign = maker, let foreign else { return self }
    func open<Coding: ForeignCoding>(_ coding: Coding) -> RecordedBinding {
      if foreign.isContribution, case .array(let element) = foreign.signature.result.type {
        return replaced(
          by: ForeignFactory(foreign, origin, coding, { $0 }, dictionary),
          assembler: dictionary.coding(of: element).assembler)
      }
      guard foreign.isContribution else {
        return replaced(by: ForeignFactory(foreign, origin, coding, { $0 }, dictionary))
      }
      return replaced(
        by: ForeignFactory(foreign, origin, coding, { [$0] }, dictionary),
        assembler: coding.assembler)
    }
    return open(
      dictionary.coding(of: foreign.signature.result.type, isMade: source == .factory))
  }

  private var origin: String? { provenance.origin }

  private func replaced<Coding, Element>(
    by factory: ForeignFactory<Coding, Element>,
    assembler: (any CollectionAssembler.Type)? = nil
  ) -> RecordedBinding {
    RecordedBinding(
      key: factory.key, assembler: assembler, place: place, override: override,
      source: source, isShared: isShared, location: location, provenance: provenance,
      requests: factory.requests, effect: factory.effect, foreign: foreign,
      maker: .factory { factory.link($0) })
  }

  /// The binding of C as it is recorded.
  convenience init(
    _ foreign: ForeignBinding, isShared: Bool, place: Int, override: Int?,
    at location: RecordedLocation, provenance: Provenance
  ) {
    let isValue = if case .value = foreign.source { true } else { false }
    self.init(
      key: nil, place: place, override: override,
      source: isValue ? .value : .factory, isShared: isShared, location: location,
      provenance: provenance, requests: [], foreign: foreign, maker: .foreign)
  }
}

extension RecordedComponent.Declaration {
  /// The declaration with what its name means, for one of C.
  fileprivate func settled(by dictionary: ForeignDictionary) -> RecordedComponent.Declaration {
    guard let foreign else { return self }
    var settled = self
    settled.key = dictionary.key(of: foreign)
    if case .array(let element) = foreign.type, assembler != nil {
      settled.assembler = dictionary.coding(of: element).assembler
    }
    return settled
  }

  init(
    _ key: CKey, isCollection: Bool, at location: RecordedLocation, provenance: Provenance
  ) {
    self.init(
      key: ForeignDictionary.empty.key(of: key),
      assembler: isCollection ? ArrayAssembler<Never>.self : nil,
      foreign: key, location: location, provenance: provenance)
  }
}

extension ForeignCoding {
  /// Puts collections of such values together.
  fileprivate var assembler: any CollectionAssembler.Type { ArrayAssembler<Value>.self }
}
