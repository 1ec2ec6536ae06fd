/// What the builder's steps have said of a binding so far.
public struct BindingDraft {
  let recorder: Recorder
  var key: any RecordedKey.Type
  /// How contributions of the key are put together, for a contribution to a collection.
  var assembler: (any CollectionAssembler.Type)?
  /// The contribution's place among the others.
  var place = 0
  /// The key of the contributed entry, for a contribution to a dictionary.
  var entry: (any Hashable & Sendable)?
  var isShared = false
  /// Makes what is to be linked of what the factory makes, where that is of another type.
  var convert: (@Sendable (AnyObject) -> AnyObject)?
  /// The place among the overrides of the key; nothing when it is none.
  var override: Int?

  init(recorder: Recorder, key: any RecordedKey.Type) {
    self.recorder = recorder
    self.key = key
  }

  var shared: BindingDraft {
    var copy = self
    copy.isShared = true
    return copy
  }

  func tagged(_ key: any RecordedKey.Type) -> BindingDraft {
    var copy = self
    copy.key = key
    return copy
  }

  func contributing(
    to key: any RecordedKey.Type, by assembler: any CollectionAssembler.Type
  ) -> BindingDraft {
    var copy = tagged(key)
    copy.assembler = assembler
    return copy
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - requests: The types of the factory's parameters, in their order.
  ///   - effect: What the factory does beside returning the value.
  ///   - asks: When the factory is called.
  ///   - link: Makes the typed provider once those of the requests are there.
  @usableFromInline
  func record(
    _ requests: [any Any.Type],
    effect: Effect? = nil,
    asks: AskingTime = .now,
    at location: RecordedLocation,
    link: @escaping @Sendable (Linker) -> AnyObject
  ) {
    recorder.record(
      RecordedBinding(
        key: key, assembler: assembler, place: place, entry: entry,
        override: override ?? recorder.override, isShared: isShared,
        location: location,
        provenance: recorder.provenance, requests: requests,
        effect: effect, asks: asks, maker: .factory(converted(link))))
  }

  private func converted(
    _ link: @escaping @Sendable (Linker) -> AnyObject
  ) -> @Sendable (Linker) -> AnyObject {
    guard let convert else { return link }
    return { linker in convert(link(linker)) }
  }
}
