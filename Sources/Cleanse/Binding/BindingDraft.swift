import CleanseGraph

// Frozen, as are the builders that hold it: what is compiled against the framework would have metadata made
// of each type whose size it does not know, which takes a microsecond or more for each binding.
/// What the builder's steps have said of a binding so far.
///
/// It is a single reference, so that a builder is one, too: for anything larger, the compiler would have
/// the metadata of each builder's type made at run time to pass it on, for each binding anew.
@frozen
public struct BindingDraft {
  @usableFromInline
  struct Parts {
    let recorder: Recorder
    var element: any Any.Type
    var tag: (any Tag.Type)?
    /// How contributions of the key are put together, for a contribution to a collection.
    var assembler: (any CollectionAssembler.Type)?
    /// The contribution's order among the others.
    var order = 0
    /// Whether the factory of a contribution makes one element, and no collection.
    var isSingleElement = false
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
    var suppressed: [Binding.Suppression] = []
  }

  /// Never changed, as a draft is a value: each step makes one of its own.
  private var box: Box<Parts>

  var parts: Parts {
    get { box.value }
    set { box = Box(newValue) }
  }

  private init(_ parts: Parts) {
    box = Box(parts)
  }

  init(recorder: Recorder, element: any Any.Type, tag: (any Tag.Type)? = nil) {
    self.init(Parts(recorder: recorder, element: element, tag: tag))
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

  func tagged<T: Tag>(_ tag: T.Type) -> BindingDraft {
    var parts = parts
    (parts.element, parts.tag) = (T.Element.self, tag)
    return BindingDraft(parts)
  }

  func contributing(
    to collection: any Any.Type, by assembler: any CollectionAssembler.Type
  ) -> BindingDraft {
    var parts = parts
    (parts.element, parts.tag, parts.assembler) = (collection, nil, assembler)
    return BindingDraft(parts)
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
    asks: RequestTime = .now,
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
    asks: RequestTime = .now,
    at location: RecordedLocation,
    link: @escaping @Sendable (Linker) -> AnyObject
  ) {
    var parts = parts
    parts.bindUnderTag()
    let recorder = parts.recorder
    let isContribution = parts.assembler != nil
    let data = Binding(
      key: parts.key, kind: isContribution ? .contribution : .single,
      location: location, provenance: recorder.provenance,
      requests: requests.map { recorder.keys.request(for: $0) },
      scope: parts.isShared ? recorder.scopeName : nil, effect: effect, source: parts.source,
      details: Binding.Details(
        call: asks.call, override: isContribution ? nil : parts.override ?? recorder.override,
        order: isContribution && parts.order != 0 ? parts.order : nil,
        entry: parts.entry.map { recorder.keys.entry($0) },
        suppressed: parts.suppressed.isEmpty ? nil : parts.suppressed))
    recorder.record(
      RecordedBinding(
        data,
        maker: Maker(
          source: .factory(parts.converted(link)), assembler: parts.assembler,
          requestTypes: requests,
          isSingleElement: parts.isSingleElement)))
  }

  /// How an error passes through the binding that is completed there.
  @usableFromInline
  func step(at location: RecordedLocation) -> @Sendable () -> ResolutionError.Step {
    let (key, provenance) = (parts.key, parts.recorder.provenance)
    return { ResolutionError.Step(key, at: location, provenance: provenance) }
  }

}

extension BindingDraft.Parts {
  /// What is bound.
  var key: Key { recorder.keys.key(of: element, tag: tag) }

  func converted(
    _ link: @escaping @Sendable (Linker) -> AnyObject
  ) -> @Sendable (Linker) -> AnyObject {
    guard let convert else { return link }
    return { linker in convert(link(linker)) }
  }

  /// To bind `TaggedProvider<T>` is to bind what it returns under the tag.
  mutating func bindUnderTag() {
    guard tag == nil, assembler == nil, let derived = DerivedRequest(element),
      derived.form == .provider, let tag = derived.tag,
      let provider = element as? any SeedProvider.Type
    else { return }
    (element, self.tag) = (derived.element, tag)
    convert = { provider.unwrapped($0) }
  }
}
