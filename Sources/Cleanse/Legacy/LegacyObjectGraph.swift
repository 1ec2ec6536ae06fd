import CleanseGraph

#if canImport(ObjectiveC)
  public import ObjectiveC
#endif

#if canImport(ObjectiveC)
  /// An object graph for code that only knows classes and names at run time.
  ///
  /// As the root of a component, it provides every object that is visible to the component, by its class.
  /// Such a component needs no `configureRoot`. It does not provide structs or values that are bound as a
  /// protocol, nor objects that depend on the object graph itself or have to be awaited.
  ///
  /// It keeps alive the shared instances that its objects depend on.
  public final class LegacyObjectGraph: NSObject {
    // The context is released last: it holds the list that releases the table's providers one by one.
    private let table: ObjectTable
    private let context: Context

    init(table: ObjectTable, context: Context) {
      self.table = table
      self.context = context
    }
  }
#else
  /// An object graph for code that only knows classes and names at run time.
  ///
  /// As the root of a component, it provides every object that is visible to the component, by its class.
  /// Such a component needs no `configureRoot`. It does not provide structs or values that are bound as a
  /// protocol, nor objects that depend on the object graph itself or have to be awaited.
  ///
  /// It keeps alive the shared instances that its objects depend on.
  public final class LegacyObjectGraph {
    // The context is released last: it holds the list that releases the table's providers one by one.
    private let table: ObjectTable
    private let context: Context

    init(table: ObjectTable, context: Context) {
      self.table = table
      self.context = context
    }
  }
#endif

#if canImport(ObjectiveC)
  @objc
#endif
extension LegacyObjectGraph {
  /// Returns an object of exactly this class: a new one or the shared one, depending on its binding.
  ///
  /// - Parameter cls: The class that the object is bound as.
  /// - Throws: A ``Diagnostic`` if there is no binding for the class without a tag, or a ``ResolutionError``
  ///   if a factory throws.
  public func objectForClass(_ cls: AnyClass) throws -> AnyObject {
    try table.entry(of: cls, name: nil).link.get(context) as AnyObject
  }

  /// Returns an object that is bound with a tag of the given name.
  ///
  /// - Parameters:
  ///   - cls: The class that the object is bound as.
  ///   - name: The unqualified or qualified name of the tag's type, such as `Home` or `App.Home`.
  /// - Throws: A ``Diagnostic`` if there is no such binding, or if several tags have that name, or a
  ///   ``ResolutionError`` if a factory throws.
  public func objectForClass(_ cls: AnyClass, withName name: String) throws -> AnyObject {
    try table.entry(of: cls, name: name).link.get(context) as AnyObject
  }

  /// Returns a function that returns objects of exactly this class.
  ///
  /// The function does not need the object graph. It keeps alive what the object graph keeps alive.
  ///
  /// - Parameter cls: The class that the objects are bound as.
  /// - Throws: A ``Diagnostic`` if there is no binding for the class without a tag, or if making the object
  ///   can throw.
  public func providerForClass(_ cls: AnyClass) throws -> () -> AnyObject {
    try provider(of: table.entry(of: cls, name: nil))
  }

  /// Returns a function that returns objects that are bound with a tag of the given name.
  ///
  /// The function does not need the object graph. It keeps alive what the object graph keeps alive.
  ///
  /// - Parameters:
  ///   - cls: The class that the objects are bound as.
  ///   - name: The unqualified or qualified name of the tag's type, such as `Home` or `App.Home`.
  /// - Throws: A ``Diagnostic`` if there is no such binding, if several tags have that name, or if making the
  ///   object can throw.
  public func providerForClass(_ cls: AnyClass, withName name: String) throws -> () -> AnyObject {
    try provider(of: table.entry(of: cls, name: name))
  }

  /// Runs all property injectors that are bound for the object's class and its superclasses, beginning with
  /// the base class.
  ///
  /// - Throws: A ``Diagnostic`` if there is no such injector, or a ``ResolutionError`` if making one throws.
  public func injectPropertiesIntoObject(_ object: AnyObject) throws {
    for injector in try table.injectors(of: type(of: object)) {
      (try injector.link.get(context) as? any ObjectInjector)?.injectProperties(intoObject: object)
    }
  }

  /// Returns a function that holds the context itself, so that the object graph can be released.
  private func provider(of entry: ObjectTable.Entry) throws -> () -> AnyObject {
    guard case .plain(let get) = entry.link else { throw table.unhandled(entry) }
    // The context is released last here, too.
    return { [get, context] in get(context) as AnyObject }
  }
}

extension ComponentBase where Root == LegacyObjectGraph {
  /// Binds the root to an object graph of everything that is visible to the component.
  public static func configureRoot(
    binder bind: ReceiptBinder<LegacyObjectGraph>
  ) -> BindingReceipt<LegacyObjectGraph> {
    bind.objectGraph()
  }
}

extension ReceiptBinder where Element == LegacyObjectGraph {
  fileprivate func objectGraph() -> BindingReceipt<LegacyObjectGraph> {
    let recorder = draft.parts.recorder
    recorder.record(
      RecordedBinding(
        Binding(
          key: draft.parts.key, kind: .single, location: nil,
          provenance: recorder.provenance),
        implementation: BindingImplementation(source: .objectGraph)))
    return BindingReceipt()
  }
}
