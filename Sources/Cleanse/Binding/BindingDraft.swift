/// What the builder's steps have said of a binding so far.
///
/// It is a single reference, so that a builder is one, too: for anything larger, the compiler would have
/// the metadata of each builder's type made at run time to pass it on, for each binding anew.
public struct BindingDraft {
  struct Parts {
    let recorder: Recorder
    var key: any RecordedKey.Type
    /// How contributions of the key are put together, for a contribution to a collection.
    var assembler: (any CollectionAssembler.Type)?
    /// The contribution's place among the others.
    var place = 0
    /// The key of the contributed entry, for a contribution to a dictionary.
    var entry: (any Hashable & Sendable)?
    var isShared = false
    /// The place among the overrides of the key; nothing when it is none.
    var override: Int?
  }

  /// Never changed, as a draft is a value: each step makes one of its own.
  private var box: Box<Parts>

  var parts: Parts {
    get { box.value }
    set { box = Box(newValue) }
  }

  init(recorder: Recorder, key: any RecordedKey.Type) {
    box = Box(Parts(recorder: recorder, key: key))
  }

  var shared: BindingDraft {
    var copy = self
    copy.parts.isShared = true
    return copy
  }

  func tagged(_ key: any RecordedKey.Type) -> BindingDraft {
    var copy = self
    copy.parts.key = key
    return copy
  }

  func contributing(
    to key: any RecordedKey.Type, by assembler: any CollectionAssembler.Type
  ) -> BindingDraft {
    var copy = tagged(key)
    copy.parts.assembler = assembler
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
    let parts = parts
    parts.recorder.record(
      RecordedBinding(
        key: parts.key, assembler: parts.assembler, place: parts.place, entry: parts.entry,
        override: parts.override ?? parts.recorder.override, isShared: parts.isShared,
        location: location, provenance: parts.recorder.provenance, requests: requests,
        effect: effect, asks: asks, maker: .factory(link)))
  }
}
