/// The public names of the published framework, 4.2.
enum PublishedNames {
  static let all: [String] = [components, binders, steps, factories, providers, errors, graphs]
    .flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }

  private static let components = """
    ComponentBase RootComponent Component Module ScopedModule _ScopeBase Scope Unscoped Singleton Seed Root
    configure configureRoot ComponentFactory of( validate: serviceLoader: build( === !==
    ComponentFactoryProtocol ComponentElement
    """

  private static let binders = """
    Binder UnscopedBinder .init(binder: binder Binder<Singleton>.Scope bind( include(module:
    install(dependency: bindFactory( bindPropertyInjectionOf( bindPropertyInjectionOf() BinderBase
    BinderType Installer WrappedBinder AnyBinder ProviderProvider _internalProvider( _internalBind(
    RawProviderBinding
    """

  private static let steps = """
    tagged(with: sharedInScope() intoCollection() to(value: to(factory: to(provider: to(file: to0
    to1 configured(with: asSingleton() scoped(in: BindToable Input _innerTo(
    _finalProviderType BindingBuilderDecorator BaseBindingBuilder MaybeScope FinalProvider
    CollectionOrUnique Wrapped wrapped mapElement(input: collectionMergeFunc TaggedBindingBuilderDecorator
    ScopedBindingDecorator CollectionBindingBuilderDecorator
    SingularCollectionBindingBuilderDecorator _CollectionOrUniqueBindingBase _CollectionBinding
    _UniqueBinding _StandardProvider _InternalBindInfoProtocol BindingReceipt ReceiptBinder
    """

  private static let factories = """
    PropertyInjector injectProperties(into: to(injector: PropertyInjectionReceiptBinder
    toPropertyInjectorBindingBuilder() propertyInjector(configuredWith: PropertyInjectorProtocol
    PropertyInjectorBindingBuilder PropertyInjectorBindingBuilderProtocol AssistedFactory EmptySeed
    Factory Factory<Printing>(factory: Assisted Assisted(value: Assisted(other: Assisted(getter:
    with( AssistedInjectionBindingBuilder AssistedInjectionSeedDecorator
    BaseAssistedInjectionBuilder AssistedInjectionBuilder
    """

  private static let providers = """
    ProviderProtocol Element get() P(getter: P(value: P(other: map(transform: map Provider
    Provider(getter: Provider(value: Provider(other: TaggedProvider TaggedProvider<Limit>(value:
    TaggedProvider<Limit>(getter: TaggedProvider<Limit>(other: asProvider() WeakProvider
    WeakProvider(value: WeakProvider(other: WeakProvider<Page>(getter: Tag _AnyTag _BaseTag
    _VoidTag
    """

  private static let errors = """
    CleanseError MultiError errors MissingProvider DependencyCycle InvalidScopeNesting
    ProviderRequestDebugInfo SourceLocation SourceLocation(file: file line description function
    CleanseBindingPlugin visit(root: errorReporter: CleanseServiceLoader CleanseServiceLoader()
    CleanseServiceLoader([ CleanseServiceLoader.instance register( CleanseErrorReporter append(error:
    append(contentsOf: ComponentBinding scope seed parent subcomponents componentType providers
    ProviderKey type ProviderInfo requirements TypeKeyProtocol DelegatedHashable hashable
    """

  private static let graphs = """
    LegacyObjectGraph objectForClass(cls: withName: providerForClass(cls:
    injectPropertiesIntoObject(object: LegacyObjectGraphProtocol
    """
}
