import CleanseGraph

/// What the steps of a builder have configured so far.
// Not nested in the draft, which would make it generic.
@usableFromInline
struct BindingParts {
  let recorder: Recorder
  var element: any Any.Type
  var tag: (any Tag.Type)?
  var isShared = false
  /// Nil for most bindings: each step copies the parts.
  fileprivate var box: Box<BindingOptions>?

  init(recorder: Recorder, element: any Any.Type) {
    (self.recorder, self.element) = (recorder, element)
  }

  /// What the steps have configured of the rest.
  var options: BindingOptions {
    get { box?.value ?? BindingOptions() }
    set { box = Box(newValue) }
  }
}

/// What the builders of few bindings configure.
struct BindingOptions {
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
  /// Converts the linked provider of the factory's result if that has another type than the bound value.
  var convert: (@Sendable (AnyObject) -> AnyObject)?
  /// The precedence among the overrides of the key; nil if the binding is not an override.
  var override: Int?
  /// What the value is made from.
  var source = Binding.Source.factory
  /// The findings about the binding that are not reported.
  var suppressed: [Binding.Suppression] = []
  /// Whether each process may have a value of its own.
  var isPerProcess = false
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

  func made(from source: Binding.Source) -> BindingDraft {
    changing { $0.options.source = source }
  }

  func tagged<T: Tag>(_ tag: T.Type) -> BindingDraft<T.Element> {
    var parts = parts
    (parts.element, parts.tag) = (T.Element.self, tag)
    return BindingDraft<T.Element>(parts)
  }

  func contributing<Collection>(
    to collection: Collection.Type, by assembler: any CollectionAssembler.Type
  ) -> BindingDraft<Collection> {
    var parts = parts
    (parts.element, parts.tag, parts.options.assembler) = (collection, nil, assembler)
    return BindingDraft<Collection>(parts)
  }

  /// Returns a draft that is completed with a value of another type.
  ///
  /// - Parameter convert: Converts the linked provider of that value to one of the binding's own type.
  func converting<Value>(
    from value: Value.Type, by convert: @escaping @Sendable (AnyObject) -> AnyObject
  ) -> BindingDraft<Value> {
    var parts = parts
    parts.options.convert = convert
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
    parts.record(requests, effect: effect, requesting: time, at: location, link: link)
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

  /// Completes the binding, as the method of the draft does.
  // The draft is generic, and this is not.
  fileprivate mutating func record(
    _ requests: [any Any.Type], effect: Effect?, requesting time: RequestTime,
    at location: RecordedLocation, link: @escaping @Sendable (Linker) -> AnyObject
  ) {
    bindUnderTag()
    var data = Binding(
      key: key, kind: kind, location: location, provenance: recorder.provenance,
      requests: requests.map { recorder.keys.request(for: $0) },
      scope: isShared ? recorder.scopeName : nil, effect: effect, source: source)
    if let box {
      data.details = details(box.value)
      check(data, box.value, at: location)
    } else if let override = recorder.override {
      data.override = override
    }
    if case .later = time { data.call = time.call }
    recorder.record(RecordedBinding(data, implementation: implementation(link, requests)))
  }

  private var kind: Binding.Kind {
    guard let options = box?.value else { return .single }
    return options.assembler != nil ? .contribution : options.isDecorator ? .decorator : .single
  }

  private var source: Binding.Source { box?.value.source ?? .factory }

  private func details(_ options: BindingOptions) -> Binding.Details {
    let replaces = options.assembler == nil && !options.isDecorator
    return Binding.Details(
      override: replaces ? options.override.map(recorder.precedence) ?? recorder.override : nil,
      order: replaces || options.order == 0 ? nil : options.order,
      entry: options.isSingleElement ? options.entry.map { recorder.keys.entry($0) } : nil,
      suppressed: options.suppressed.isEmpty ? nil : options.suppressed,
      service: options.service?.settings, perProcess: options.isPerProcess ? true : nil)
  }

  private func implementation(
    _ link: @escaping @Sendable (Linker) -> AnyObject, _ requests: [any Any.Type]
  ) -> BindingImplementation {
    guard let options = box?.value else {
      return BindingImplementation(source: .factory(link), requestTypes: requests)
    }
    var implementation = BindingImplementation(
      source: .factory(converted(link, options)),
      assembler: options.assembler, requestTypes: requests,
      element: options.isSingleElement ? SingleElement.of(entry: options.entry) : nil)
    implementation.service = options.service?.hooks
    return implementation
  }

  private func converted(
    _ link: @escaping @Sendable (Linker) -> AnyObject, _ options: BindingOptions
  ) -> @Sendable (Linker) -> AnyObject {
    guard let convert = options.convert else { return link }
    return { linker in convert(link(linker)) }
  }

  /// Reports options that exclude each other.
  private func check(_ data: Binding, _ options: BindingOptions, at location: RecordedLocation) {
    if options.service != nil, options.convert != nil {
      recorder.addError(
        "a binding of a TaggedProvider can't be a service: bind its element with tagged(with:)",
        at: location)
    }
    if options.isDecorator { checkDecorator(data, at: location) }
    if options.assembler != nil, options.override != nil { refuseOverride(by: data, at: location) }
  }

  /// Reports a contribution that is marked as an override.
  private func refuseOverride(by contribution: Binding, at location: RecordedLocation) {
    let key = contribution.key
    let tag = key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    recorder.addError(
      .overrideWithoutTarget,
      "a contribution to \(key) is added to the others, and replaces none of them",
      at: location.sourceLocation,
      fix: "remove .overriding(); to replace the whole collection, write "
        + "binder.bind(\(TypeName.wrapped(key.typeName)).self)\(tag).overriding()")
  }

  /// Reports a decorator that does not request what it wraps, or is marked as an override.
  private func checkDecorator(_ data: Binding, at location: RecordedLocation) {
    if options.override != nil {
      recorder.addError("a decorator replaces nothing: remove .overriding()", at: location)
    }
    let wraps = data.requests.contains { $0.keys.contains(data.key) }
    guard !wraps else { return }
    recorder.addError(
      .decoratorWithoutRequest, "the decorator of \(data.key) does not request it",
      at: location.sourceLocation,
      fix: "request it in the function, or replace it: bind it with .overriding()")
  }

  /// Turns a binding of `TaggedProvider<T>` into one of its element under the tag.
  private mutating func bindUnderTag() {
    guard tag == nil, let derived = DerivedRequest(element), derived.form == .provider,
      let tag = derived.tag, box?.value.assembler == nil,
      let provider = element as? any SeedProvider.Type
    else { return }
    (element, self.tag) = (derived.element, tag)
    options.convert = { provider.unwrapped($0) }
  }
}
