import CleanseGraph

/// What the steps of a builder have configured so far.
// Not nested in the draft, which would make it generic.
@usableFromInline
struct BindingParts {
  let recorder: Recorder
  var element: any Any.Type
  var tag: (any Tag.Type)?
  /// Combines the contributions of the key, for a contribution to a collection.
  var assembler: (any CollectionAssembler.Type)?
  /// Whether the binding wraps what others provide.
  var isDecorator = false
  /// The order of a contribution or a decorator among the others.
  var order = 0
  /// Whether the factory of a contribution makes one element rather than a collection.
  var isSingleElement = false
  /// The key of the contributed entry, for a contribution to a dictionary.
  var entry: (any Hashable & Sendable)?
  var isShared = false
  /// Converts the linked provider of the factory's result if that has another type than the bound value.
  var convert: (@Sendable (AnyObject) -> AnyObject)?
  /// The precedence among the overrides of the key; nil if the binding is not an override.
  var override: Int?
  /// What the value is made from.
  var source = Binding.Source.factory
  /// The findings about the binding that are not reported.
  var suppressed: [Binding.Suppression] = []
  /// How the service is started and stopped, for a binding of a service.
  var service: (settings: ServiceSettings, hooks: any AnyServiceHooks)?
}

// Frozen, as are the builders that hold it: a client would otherwise instantiate metadata for each type whose
// size it does not know, which takes a microsecond or more for each binding.
/// A binding as the steps of its builder have configured it so far.
///
/// Its type is that of the value that completes the binding, so that a builder can't be given the draft of another
/// type. A draft is a single reference, and so is a builder. To pass on anything larger, the compiler would
/// instantiate the metadata of each builder's type at run time, again for each binding.
@frozen
public struct BindingDraft<Element> {
  /// The contents. A draft is a value, so each step creates a new box instead of changing this one.
  private let box: Box<BindingParts>

  var parts: BindingParts { box.value }

  private init(_ parts: BindingParts) {
    box = Box(parts)
  }

  init(recorder: Recorder) {
    self.init(BindingParts(recorder: recorder, element: Element.self))
  }

  /// Returns a draft with other contents, of a binding with the same type.
  func changing(_ change: (inout BindingParts) -> Void) -> BindingDraft {
    var parts = parts
    change(&parts)
    return BindingDraft(parts)
  }

  var shared: BindingDraft { changing { $0.isShared = true } }

  func made(from source: Binding.Source) -> BindingDraft { changing { $0.source = source } }

  func tagged<T: Tag>(_ tag: T.Type) -> BindingDraft<T.Element> {
    var parts = parts
    (parts.element, parts.tag) = (T.Element.self, tag)
    return BindingDraft<T.Element>(parts)
  }

  func contributing<Collection>(
    to collection: Collection.Type, by assembler: any CollectionAssembler.Type
  ) -> BindingDraft<Collection> {
    var parts = parts
    (parts.element, parts.tag, parts.assembler) = (collection, nil, assembler)
    return BindingDraft<Collection>(parts)
  }

  /// Returns a draft that is completed with a value of another type.
  ///
  /// - Parameter convert: Converts the linked provider of that value to one of the binding's own type.
  func converting<Value>(
    from value: Value.Type, by convert: @escaping @Sendable (AnyObject) -> AnyObject
  ) -> BindingDraft<Value> {
    var parts = parts
    parts.convert = convert
    return BindingDraft<Value>(parts)
  }

  /// Completes a binding whose factory has no effect and is called when the value is requested.
  @usableFromInline
  func complete<each P>(
    _ parameters: Parameters<repeat each P>,
    _ file: StaticString, _ line: Int,
    make: @escaping @Sendable (Context, Links) -> Element
  ) -> BindingReceipt<Element> {
    record(
      parameters.requests, at: RecordedLocation(file: file, line: line), make: make)
    return BindingReceipt()
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - requests: The types of the factory's parameters, in order.
  ///   - requesting: When the factory is called.
  ///   - effect: The effect of a factory that is called later; nil for one that is called now.
  ///   - location: The source location that completes the binding.
  ///   - make: Calls the factory with links to the providers of the requests.
  func record(
    _ requests: [any Any.Type],
    requesting time: RequestTime = .now,
    effect: Effect? = nil,
    at location: RecordedLocation,
    make: @escaping @Sendable (Context, Links) -> Element
  ) {
    record(requests, effect: effect, requesting: time, at: location) { linker in
      linker.provider(make)
    }
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - requests: The types of the factory's parameters, in order.
  ///   - effect: The effect of the factory.
  ///   - requesting: When the factory is called.
  ///   - location: The source location that completes the binding.
  ///   - link: Makes the typed provider after the providers of the requests have been linked.
  func record(
    _ requests: [any Any.Type],
    effect: Effect?,
    requesting time: RequestTime = .now,
    at location: RecordedLocation,
    link: @escaping @Sendable (Linker) -> AnyObject
  ) {
    var parts = parts
    parts.bindUnderTag()
    let recorder = parts.recorder
    if parts.service != nil, parts.convert != nil {
      recorder.addError(
        "a binding of a TaggedProvider can't be a service: bind its element with tagged(with:)",
        at: location)
    }
    let isContribution = parts.assembler != nil
    let replaces = !isContribution && !parts.isDecorator
    let data = Binding(
      key: parts.key,
      kind: isContribution ? .contribution : parts.isDecorator ? .decorator : .single,
      location: location, provenance: recorder.provenance,
      requests: requests.map { recorder.keys.request(for: $0) },
      scope: parts.isShared ? recorder.scopeName : nil, effect: effect, source: parts.source,
      details: Binding.Details(
        call: time.call, override: replaces ? parts.override ?? recorder.override : nil,
        order: replaces || parts.order == 0 ? nil : parts.order,
        entry: parts.isSingleElement ? parts.entry.map { recorder.keys.entry($0) } : nil,
        suppressed: parts.suppressed.isEmpty ? nil : parts.suppressed,
        service: parts.service?.settings))
    if parts.isDecorator { parts.checkDecorator(data, at: location) }
    var implementation = BindingImplementation(
      source: .factory(parts.converted(link)), assembler: parts.assembler,
      requestTypes: requests,
      element: parts.isSingleElement ? SingleElement.of(entry: parts.entry) : nil)
    implementation.service = parts.service?.hooks
    recorder.record(RecordedBinding(data, implementation: implementation))
  }

  /// Returns a function that makes the binding's step of an error's path.
  func step(at location: RecordedLocation) -> @Sendable () -> ResolutionError.Step {
    let (key, provenance) = (parts.key, parts.recorder.provenance)
    return { ResolutionError.Step(key, at: location, provenance: provenance) }
  }
}

// It refers to a recorder, which one thread uses. The compiler would infer the opposite for it and for the builders.
@available(*, unavailable)
extension BindingDraft: Sendable {}

extension BindingParts {
  /// The key that the binding provides.
  var key: Key { recorder.keys.key(of: element, tag: tag) }

  /// Reports a decorator that does not request what it wraps, or is marked as an override.
  func checkDecorator(_ data: Binding, at location: RecordedLocation) {
    if override != nil {
      recorder.addError("a decorator replaces nothing: remove .overriding()", at: location)
    }
    let wraps = data.requests.contains { $0.keys.contains(data.key) }
    guard !wraps else { return }
    recorder.addError(
      .decoratorWithoutRequest, "the decorator of \(data.key) does not request it",
      at: location.sourceLocation,
      fix: "request it in the function, or replace it: bind it with .overriding()")
  }

  func converted(
    _ link: @escaping @Sendable (Linker) -> AnyObject
  ) -> @Sendable (Linker) -> AnyObject {
    guard let convert else { return link }
    return { linker in convert(link(linker)) }
  }

  /// Turns a binding of `TaggedProvider<T>` into one of its element under the tag.
  mutating func bindUnderTag() {
    guard tag == nil, assembler == nil, let derived = DerivedRequest(element),
      derived.form == .provider, let tag = derived.tag,
      let provider = element as? any SeedProvider.Type
    else { return }
    (element, self.tag) = (derived.element, tag)
    convert = { provider.unwrapped($0) }
  }
}
