import Cleanse

extension Recorder {
  /// Makes known that contributors may declare bindings in C.
  package func useC() {
    use(CLanguage.self)
  }

  /// Records which Swift type a pointer type is.
  func bridge(_ bridge: RecordedBridge) {
    use(CLanguage.self)
    attach(CAttachment.bridge(bridge))
  }

  /// Records a binding of a C plugin.
  ///
  /// - Parameters:
  ///   - place: Among the contributions to a collection.
  ///   - override: The place among the overrides of the key; nothing when it is none.
  package func record(
    _ binding: ForeignBinding, isShared: Bool = false, place: Int = 0, override: Int? = nil,
    at location: SourceLocation
  ) {
    use(CLanguage.self)
    record(
      RecordedBinding(
        binding, keys, isShared: isShared, order: place, override: override ?? self.override,
        scopeName: scopeName, at: RecordedLocation(location), provenance: provenance))
  }

  /// Records that nothing need be bound for a key of a C plugin: a collection is empty then, anything else
  /// asked for as an optional is null.
  package func declare(_ key: CKey, isCollection: Bool, at location: SourceLocation) {
    use(CLanguage.self)
    declare(
      keys.key(of: key), isCollection ? ArrayAssembler<Never>.self : nil,
      guest: ForeignBinding(CSignature(result: key), source: .declaration),
      at: RecordedLocation(location))
  }

  /// Records how instances of `name *` are destroyed.
  package func declare(
    handle name: String, at location: SourceLocation,
    _ destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    use(CLanguage.self)
    unsafe attach(
      CAttachment.destructor(
        RecordedDestructor(
          name: name, destroy: destroy, location: RecordedLocation(location),
          provenance: provenance)))
  }
}
