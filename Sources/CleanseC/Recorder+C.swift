import Cleanse

extension Recorder {
  /// Allows contributors to declare bindings in C.
  package func useC() {
    use(CLanguage.self)
  }

  /// Records a bridge between a pointer type and a Swift type.
  func bridge(_ bridge: RecordedBridge) {
    use(CLanguage.self)
    attach(CAttachment.bridge(bridge))
  }

  /// Records a binding of a C plugin.
  ///
  /// - Parameters:
  ///   - order: The order of a contribution in its collection, or that of a decorator.
  ///   - override: The precedence among the overrides of the key; nil for a binding that is not an override.
  ///   - location: Nil if it is in no source file.
  package func record(
    _ binding: ForeignBinding, isShared: Bool = false, order: Int = 0, override: Int? = nil,
    at location: RecordedLocation?
  ) {
    use(CLanguage.self)
    record(
      RecordedBinding(
        binding, keys, isShared: isShared, order: order, override: override ?? self.override,
        scopeName: scopeName, at: location, provenance: provenance))
  }

  /// Declares a key of a C plugin that may have no binding: a collection is then empty, and an optional null.
  package func declare(_ key: CKey, isCollection: Bool, at location: RecordedLocation) {
    use(CLanguage.self)
    declare(
      keys.key(of: key), isCollection ? ArrayAssembler<Never>.self : nil,
      guest: ForeignBinding(CSignature(result: key), source: .declaration),
      at: location)
  }

  /// Records the destructor of the targets of `name *`.
  package func declare(
    handle name: String, at location: RecordedLocation,
    _ destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    use(CLanguage.self)
    unsafe attach(
      CAttachment.destructor(
        RecordedDestructor(
          name: name, destroy: destroy, location: location,
          provenance: provenance)))
  }
}
