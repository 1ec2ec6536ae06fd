import CleanseGraph

/// Builds instances of a component.
///
/// ```swift
/// let factory = try ComponentFactory.of(AppComponent.self)
/// let app = factory.build(())
/// ```
/// Each `build` makes an independent object graph. The factory keeps nothing of what it built, and
/// what it built does not need the factory. The factory of a subcomponent is requested like any
/// other type; it keeps alive what the subcomponent depends on in its ancestors.
///
/// What a subcomponent depends on may itself hold the subcomponent's factory, as a manager of sessions does.
/// Such a factory does not keep its holder alive, but each root that it has built does. It is called
/// after its holder has been made, and not after that is gone; other calls fail with a ``DeferredCallError``.
public struct ComponentFactory<C: ComponentBase> {
  private let plan: ComponentPlan<C>
  private let outer: Context?

  init(plan: ComponentPlan<C>, outer: Context?) {
    self.plan = plan
    self.outer = outer
  }

  /// Links the root component of the recording, which is `C`.
  ///
  /// - Throws: A ``ValidationError`` with what the validators find when it can't be linked.
  package init(_ recording: Recording) throws {
    let linker = Linker(recording)
    do throws(Linker.Failure) {
      try linker.linkRoot()
    } catch {
      throw ValidationError(unlinkable: recording.graph)
    }
    self.init(plan: linker.plan(of: C.self, component: 0), outer: nil)
  }

  /// Builds the component and returns its root.
  ///
  /// Can be called from any thread, any number of times.
  ///
  /// - Throws: What a factory threw, with the path to it, if `C` is a ``ThrowingComponent``.
  public func build(_ seed: C.Seed) throws(C.Failure) -> C.Root {
    try plan.build(seed, inside: outer)
  }

  /// Builds a component whose seed is a tagged provider from the value that it is to hand out.
  ///
  /// - Throws: What a factory threw, with the path to it, if `C` is a ``ThrowingComponent``.
  public func build<T: Tag>(_ seed: T.Element) throws(C.Failure) -> C.Root
  where C.Seed == TaggedProvider<T> {
    try build(TaggedProvider(Provider(value: seed)))
  }

  /// Builds a component whose seed is a provider from the value that it is to hand out.
  ///
  /// - Throws: What a factory threw, with the path to it, if `C` is a ``ThrowingComponent``.
  public func build<Element>(_ seed: Element) throws(C.Failure) -> C.Root
  where C.Seed == Provider<Element> {
    try build(Provider(value: seed))
  }
}

extension ComponentFactory where C: AsyncComponent {
  /// Awaits what asynchronous factories make that is shared, then builds the component, and returns
  /// its root.
  ///
  /// Can be called from any actor and any number of times. The factories run outside of any actor.
  ///
  /// - Throws: What a factory threw, with the path to it, or a `CancellationError` between two of them.
  nonisolated(nonsending) public func build(
    _ seed: C.Seed
  ) async throws(ResolutionError) -> C.Root {
    try await plan.buildAwaiting(seed, inside: outer)
  }

  /// Builds a component whose seed is a tagged provider from the value that it is to hand out.
  ///
  /// - Throws: What a factory threw, with the path to it, or a `CancellationError` between two of them.
  nonisolated(nonsending) public func build<T: Tag>(
    _ seed: T.Element
  ) async throws(ResolutionError) -> C.Root where C.Seed == TaggedProvider<T> {
    try await build(TaggedProvider(Provider(value: seed)))
  }

  /// Builds a component whose seed is a provider from the value that it is to hand out.
  ///
  /// - Throws: What a factory threw, with the path to it, or a `CancellationError` between two of them.
  nonisolated(nonsending) public func build<Element>(
    _ seed: Element
  ) async throws(ResolutionError) -> C.Root where C.Seed == Provider<Element> {
    try await build(Provider(value: seed))
  }

  /// Throws where something has to be awaited.
  ///
  /// Code that can't wait would else come by the `build` of all components, and nobody would tell.
  /// One that is unavailable would not be looked at.
  @available(*, deprecated, message: "an asynchronous component is built with await")
  public func build(_ seed: C.Seed) throws(ResolutionError) -> C.Root {
    try plan.build(seed, inside: outer)
  }

  /// Throws where something has to be awaited.
  @available(*, deprecated, message: "an asynchronous component is built with await")
  public func build<T: Tag>(_ seed: T.Element) throws(ResolutionError) -> C.Root
  where C.Seed == TaggedProvider<T> {
    try plan.build(TaggedProvider(Provider(value: seed)), inside: outer)
  }
}

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component, and makes its factory.
  ///
  /// - Parameters:
  ///   - component: The root component's type.
  ///   - validate: Whether to check the whole graph. Without it, only what the root needs is looked
  ///     at, and the service loader's plugins do not run.
  ///   - options: How much findings weigh, and who gets the warnings.
  ///   - serviceLoader: Validators beside the built-in ones.
  ///   - overriding: Bindings that replace those of the component, above all other overrides: how
  ///     a test puts its own in the place of some.
  /// - Throws: A ``ValidationError`` with every finding when one of them is an error.
  public static func of(
    _ component: C.Type, validate: Bool = true,
    options: ValidationOptions = ValidationOptions(),
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
    overriding: (Binder<C.Scope>) -> Void = { _ in }
  ) throws -> ComponentFactory<C> {
    let recording = Recording(of: component) { recorder in
      recorder.overriding(.max) { overriding(Binder(recorder: recorder)) }
    }
    guard validate else { return try ComponentFactory(recording) }
    let diagnostics = GraphValidation(
      plugins: serviceLoader.validators, severities: options.severities
    ).diagnostics(of: recording.graph)
    if diagnostics.contains(where: { $0.severity == .error }) {
      throw ValidationError(diagnostics: diagnostics)
    }
    let factory = try ComponentFactory(recording)
    for diagnostic in diagnostics { options.report(diagnostic) }
    return factory
  }
}

extension ComponentFactory: Sendable {}
