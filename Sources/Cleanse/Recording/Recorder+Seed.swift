import CleanseGraph

extension Recorder {
  /// Binds the seed that is passed to `build`. A seed that is a provider also provides its element.
  ///
  /// - Parameter location: Where the component is installed; nil for the root component.
  func recordSeed<Seed>(_ type: Seed.Type, at location: RecordedLocation?) {
    guard let derived = DerivedRequest(type), derived.form == .provider,
      let provider = type as? any SeedProvider.Type
    else {
      recordSeed(keys.key(of: type), at: location) { InstanceKey<Seed>.filled(cell: $0) }
      return
    }
    guard derived.tag == nil else {
      recordSeed(keys.key(of: derived.element, tag: derived.tag), at: location) {
        provider.filled(cell: $0)
      }
      return
    }
    recordSeed(keys.key(of: type), at: location) { InstanceKey<Seed>.filled(cell: $0) }
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: derived.element), kind: .seedElement, location: location,
          provenance: provenance,
          requests: [Request(key: keys.key(of: type), form: .instance)]),
        implementation: BindingImplementation(
          source: .factory { provider.element($0) }, requestTypes: [type])))
  }

  private func recordSeed(
    _ key: Key, at location: RecordedLocation?,
    link: @escaping @Sendable (_ cell: Cell) -> AnyObject
  ) {
    record(
      RecordedBinding(
        Binding(key: key, kind: .seed, location: location, provenance: provenance),
        implementation: BindingImplementation(source: .seed(link))))
  }
}
