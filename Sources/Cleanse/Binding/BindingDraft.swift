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
    /// Makes what is to be linked of what the factory makes, where that is of another type.
    var convert: (@Sendable (AnyObject) -> AnyObject)?
    /// The place among the overrides of the key; nothing when it is none.
    var override: Int?
    /// Where the value comes from.
    var source = Binding.Source.factory
    /// The findings that are not to be told of it.
    var silenced: [Binding.Silencing] = []
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

  func made(from source: Binding.Source) -> BindingDraft {
    var copy = self
    copy.parts.source = source
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

  /// Completes the binding, whose factory is called for the value, and does nothing but return it.
  @usableFromInline
  func complete<each P, Element>(
    _ parameters: Parameters<repeat each P>,
    _ file: StaticString, _ path: StaticString, _ line: Int,
    make: @escaping @Sendable (Context, Links) -> Element
  ) -> BindingReceipt<Element> {
    record(
      parameters.requests, at: RecordedLocation(file: file, path: path, line: line), make: make)
    return BindingReceipt()
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - requests: The types of the factory's parameters, in their order.
  ///   - asks: When the factory is called.
  ///   - effect: What the factory does when it is called later; there is none when it is called now.
  ///   - location: The line that completes the binding.
  ///   - make: Calls the factory, with links that answer the requests.
  @usableFromInline
  func record<Element>(
    _ requests: [any Any.Type],
    asks: AskingTime = .now,
    effect: Effect? = nil,
    at location: RecordedLocation,
    make: @escaping @Sendable (Context, Links) -> Element
  ) {
    record(requests, effect: effect, asks: asks, at: location) { linker in
      linker.provider(make)
    }
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - requests: The types of the factory's parameters, in their order.
  ///   - effect: What the factory does beside returning the value.
  ///   - asks: When the factory is called.
  ///   - location: The line that completes the binding.
  ///   - link: Makes the typed provider once those of the requests are there.
  func record(
    _ requests: [any Any.Type],
    effect: Effect?,
    asks: AskingTime = .now,
    at location: RecordedLocation,
    link: @escaping @Sendable (Linker) -> AnyObject
  ) {
    let parts = parts
    parts.recorder.record(
      RecordedBinding(
        key: parts.key, assembler: parts.assembler, place: parts.place, entry: parts.entry,
        override: parts.override ?? parts.recorder.override, source: parts.source,
        silenced: parts.silenced, isShared: parts.isShared, location: location,
        provenance: parts.recorder.provenance, requests: requests, effect: effect, asks: asks,
        maker: .factory(converted(link))))
  }

  /// How an error passes through the binding that is completed there.
  @usableFromInline
  func step(at location: RecordedLocation) -> @Sendable () -> ResolutionError.Step {
    let (key, provenance) = (parts.key, parts.recorder.provenance)
    return { ResolutionError.Step(key, at: location, provenance: provenance) }
  }

  private func converted(
    _ link: @escaping @Sendable (Linker) -> AnyObject
  ) -> @Sendable (Linker) -> AnyObject {
    guard let convert = parts.convert else { return link }
    return { linker in convert(link(linker)) }
  }
}
