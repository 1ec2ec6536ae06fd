import CleanseGraph
internal import CleanseSupport

/// Builds instances of a component.
///
/// ```swift
/// let factory = try ComponentFactory.of(AppComponent.self)
/// let app = factory.build()
/// ```
/// Each `build` makes an independent object graph. The factory holds no reference to the graphs that it
/// built, and they hold none to the factory. The factory of a subcomponent is requested like any other type.
/// It keeps alive the shared instances of ancestors that the subcomponent depends on.
///
/// A dependency of a subcomponent may itself hold the subcomponent's factory, as a session manager does. Such
/// a factory does not keep its holder alive, but each root that it has built does. It may be called after its
/// holder has been made and as long as the holder exists; other calls fail with a ``DeferredCallError``.
///
/// A factory can be used from any thread.
public struct ComponentFactory<C: ComponentBase> {
  /// What builds the roots.
  enum Builder {
    case plan(ComponentPlan<C>, parent: Context?)
    case function(@Sendable (C.Seed) throws(C.Failure) -> C.Root)
  }

  let builder: Builder

  /// The warnings and notes of the validators about the graph, which they have accepted.
  ///
  /// There are none for a factory of a subcomponent, one that calls a function, and one whose graph was not validated.
  public let findings: [Diagnostic]

  init(plan: ComponentPlan<C>, parent: Context?, findings: [Diagnostic] = []) {
    builder = .plan(plan, parent: parent)
    self.findings = findings
  }

  /// Creates a factory that calls a function for each root, for use in tests without a graph.
  @available(swift, introduced: 6.0)
  public init(factory: @escaping @Sendable (C.Seed) throws(C.Failure) -> C.Root) {
    builder = .function(factory)
    findings = []
  }

  @_disfavoredOverload
  init(unchecked factory: @escaping (C.Seed) throws(C.Failure) -> C.Root) {
    // Safety: the caller makes sure that the function can be called on any thread.
    nonisolated(unsafe) let factory = factory
    builder = .function({ seed throws(C.Failure) in try unsafe factory(seed) })
    findings = []
  }

  /// Links the root component of the recording, which is `C`.
  ///
  /// - Parameter findings: What the validators have found, none of it an error.
  /// - Throws: A ``ValidationError`` with the findings of the validators if it can't be linked.
  package init(
    _ recording: Recording, findings: [Diagnostic] = []
  ) throws(ValidationError) {
    let linker = Linker(recording)
    let span = Trace.begin(.link, TypeName.display(C.self))
    defer { span?.end() }
    do throws(Linker.Failure) {
      try linker.linkRoot()
    } catch {
      throw ValidationError(unlinkable: recording.graph)
    }
    self.init(plan: linker.plan(of: C.self, component: .root), parent: nil, findings: findings)
  }

  /// Builds an instance of the component and returns its root.
  ///
  /// It can be called from any thread, any number of times.
  ///
  /// - Parameter seed: The value that the component's bindings depend on as `C.Seed`.
  /// - Returns: The root. It keeps alive the shared instances that it depends on.
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `C` is a
  ///   ``ThrowingComponent``.
  public func build(_ seed: C.Seed) throws(C.Failure) -> C.Root {
    try root(seed)
  }

  /// Builds an instance of a component without a seed, and returns its root.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `C` is a
  ///   ``ThrowingComponent``.
  public func build() throws(C.Failure) -> C.Root where C.Seed == Void {
    try root(())
  }

  func root(_ seed: C.Seed) throws(C.Failure) -> C.Root {
    switch builder {
    case .plan(let plan, let parent): try plan.build(seed, inside: parent)
    case .function(let make): try make(seed)
    }
  }

  /// Builds a component whose seed is a tagged provider, from the value that the provider returns.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `C` is a
  ///   ``ThrowingComponent``.
  public func build<T: Tag>(_ seed: T.Element) throws(C.Failure) -> C.Root
  where C.Seed == TaggedProvider<T> {
    try build(TaggedProvider(Provider(value: seed)))
  }

  /// Builds a component whose seed is a provider, from the value that the provider returns.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, if `C` is a
  ///   ``ThrowingComponent``.
  public func build<Element>(_ seed: Element) throws(C.Failure) -> C.Root
  where C.Seed == Provider<Element> {
    try build(Provider(value: seed))
  }
}

extension ComponentFactory where C: AsyncComponent {
  /// Awaits the shared values of asynchronous factories, then builds the component and returns its root.
  ///
  /// It can be called from any actor, any number of times. The factories run outside of any actor.
  ///
  /// - Parameter seed: The value that the component's bindings depend on as `C.Seed`.
  /// - Returns: The root. It keeps alive the shared instances that it depends on.
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, or with a
  ///   `CancellationError` if the task was cancelled before one of the factories was called.
  nonisolated(nonsending) public func build(
    _ seed: C.Seed
  ) async throws(ResolutionError) -> C.Root {
    switch builder {
    case .plan(let plan, let parent): try await plan.buildAwaiting(seed, inside: parent)
    case .function: try root(seed)
    }
  }

  /// Awaits the shared values of asynchronous factories, then builds a component without a seed.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, or with a
  ///   `CancellationError` if the task was cancelled before one of the factories was called.
  nonisolated(nonsending) public func build() async throws(ResolutionError) -> C.Root
  where C.Seed == Void {
    try await build(())
  }

  /// Builds a component whose seed is a tagged provider, from the value that the provider returns.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, or with a
  ///   `CancellationError` if the task was cancelled before one of the factories was called.
  nonisolated(nonsending) public func build<T: Tag>(
    _ seed: T.Element
  ) async throws(ResolutionError) -> C.Root where C.Seed == TaggedProvider<T> {
    try await build(TaggedProvider(Provider(value: seed)))
  }

  /// Builds a component whose seed is a provider, from the value that the provider returns.
  ///
  /// - Throws: A ``ResolutionError`` with the error of a factory and the path to it, or with a
  ///   `CancellationError` if the task was cancelled before one of the factories was called.
  nonisolated(nonsending) public func build<Element>(
    _ seed: Element
  ) async throws(ResolutionError) -> C.Root where C.Seed == Provider<Element> {
    try await build(Provider(value: seed))
  }

  /// Builds the component if it awaits nothing.
  ///
  /// Without this overload, a synchronous call would resolve to the `build` of all components without a
  /// warning. An unavailable overload would be skipped by overload resolution.
  ///
  /// - Throws: A ``ResolutionError`` if a value has to be awaited, or with the error of a factory.
  @available(*, deprecated, message: "build an asynchronous component with 'await'")
  public func build(_ seed: C.Seed) throws(ResolutionError) -> C.Root {
    try root(seed)
  }

  /// Builds the component without a seed if it awaits nothing.
  ///
  /// - Throws: A ``ResolutionError`` if a value has to be awaited, or with the error of a factory.
  @available(*, deprecated, message: "build an asynchronous component with 'await'")
  public func build() throws(ResolutionError) -> C.Root where C.Seed == Void {
    try root(())
  }

  /// Builds the component if it awaits nothing, from the value that the tagged provider returns.
  ///
  /// - Throws: A ``ResolutionError`` if a value has to be awaited, or with the error of a factory.
  @available(*, deprecated, message: "build an asynchronous component with 'await'")
  public func build<T: Tag>(_ seed: T.Element) throws(ResolutionError) -> C.Root
  where C.Seed == TaggedProvider<T> {
    try root(TaggedProvider(Provider(value: seed)))
  }

  /// Builds the component if it awaits nothing, from the value that the provider returns.
  ///
  /// - Throws: A ``ResolutionError`` if a value has to be awaited, or with the error of a factory.
  @available(*, deprecated, message: "build an asynchronous component with 'await'")
  public func build<Element>(_ seed: Element) throws(ResolutionError) -> C.Root
  where C.Seed == Provider<Element> {
    try root(Provider(value: seed))
  }
}

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component, and returns its factory.
  ///
  /// - Parameters:
  ///   - component: The root component's type.
  ///   - validate: Whether to validate the whole graph. If false, only the bindings that the root depends on
  ///     are checked, and the service loader's plugins do not run.
  ///   - severities: The severities that replace those of the validators, by code. A graph without errors is accepted,
  ///     unless it can't be linked.
  ///   - serviceLoader: Validators that run in addition to the built-in ones.
  ///   - overriding: Binds replacements for bindings of the component, with precedence over all other
  ///     overrides. A test uses it to bind its own implementations.
  /// - Returns: A factory that can build any number of instances. Warnings are not written anywhere: they are its
  ///   ``findings``.
  /// - Throws: A ``ValidationError`` with all findings if one of them is an error.
  public static func of(
    _ component: C.Type, validate: Bool = true,
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
    overriding: (Binder<C.Scope>) -> Void = { _ in }
  ) throws(ValidationError) -> ComponentFactory<C> {
    let recording = Recording(of: component) { recorder in
      recorder.replacing { overriding(Binder(recorder: recorder)) }
    }
    guard validate else { return try ComponentFactory(recording) }
    let diagnostics = GraphValidation(
      plugins: serviceLoader.validators, severities: severities
    ).diagnostics(of: recording.graph)
    if diagnostics.contains(where: { $0.severity == .error }) {
      throw ValidationError(diagnostics: diagnostics)
    }
    return try ComponentFactory(recording, findings: diagnostics)
  }
}

extension ComponentFactory: Sendable {}
