import CleanseGraph

#if canImport(ObjectiveC)
  public import ObjectiveC
#endif

#if canImport(ObjectiveC)
  /// An object graph for code that only knows classes and names at run time.
  ///
  /// As the root of a component, it hands out every object that the component can see, by its class.
  /// Such a component needs no `configureRoot`. What is bound as a struct or as a protocol can't be
  /// had, nor what needs the graph itself or has to be awaited.
  public final class LegacyObjectGraph: NSObject {
    // The context goes last: it holds what lets go of the table's providers one by one.
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
  /// As the root of a component, it hands out every object that the component can see, by its class.
  /// Such a component needs no `configureRoot`. What is bound as a struct or as a protocol can't be
  /// had, nor what needs the graph itself or has to be awaited.
  public final class LegacyObjectGraph {
    // The context goes last: it holds what lets go of the table's providers one by one.
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
  /// An object of just this class: a new one or the shared one, as its binding says.
  ///
  /// - Throws: A ``Diagnostic`` when nothing is bound for the class without a tag, or a
  ///   ``ResolutionError`` when a factory throws.
  public func objectForClass(_ cls: AnyClass) throws -> AnyObject {
    try table.entry(of: cls, name: nil).link.get(context) as AnyObject
  }

  /// An object that is bound under the tag of that name.
  ///
  /// - Parameters:
  ///   - cls: The class that the object is bound as.
  ///   - name: The name of the tag's type, alone or with what it lies in: `Home`, `App.Home`.
  /// - Throws: A ``Diagnostic`` when nothing is bound so, or under several tags of that name, or a
  ///   ``ResolutionError`` when a factory throws.
  public func objectForClass(_ cls: AnyClass, withName name: String) throws -> AnyObject {
    try table.entry(of: cls, name: name).link.get(context) as AnyObject
  }

  /// Hands out objects of just this class.
  ///
  /// - Throws: A ``Diagnostic``, at once, when nothing is bound for the class without a tag, or when
  ///   making the object can throw.
  public func providerForClass(_ cls: AnyClass) throws -> () -> AnyObject {
    try provider(of: table.entry(of: cls, name: nil))
  }

  /// Hands out objects that are bound under the tag of that name.
  ///
  /// - Throws: A ``Diagnostic``, at once, when nothing is bound so, or under several such tags, or when
  ///   making the object can throw.
  public func providerForClass(_ cls: AnyClass, withName name: String) throws -> () -> AnyObject {
    try provider(of: table.entry(of: cls, name: name))
  }

  /// Runs all property injectors that are bound for the object's class and its superclasses, that of
  /// the base class first.
  ///
  /// - Throws: A ``Diagnostic`` when there is none, or a ``ResolutionError`` when making one throws.
  public func injectPropertiesIntoObject(_ object: AnyObject) throws {
    for injector in try table.injectors(of: type(of: object)) {
      (try injector.link.get(context) as? any ObjectInjector)?.injectProperties(intoObject: object)
    }
  }

  /// Keeps what the graph keeps, so that it need not stay.
  private func provider(of entry: ObjectTable.Entry) throws -> () -> AnyObject {
    guard case .plain(let get) = entry.link else { throw table.unhandled(entry) }
    // The context goes last here, too.
    return { [get, context] in get(context) as AnyObject }
  }
}

extension ComponentBase where Root == LegacyObjectGraph {
  /// Makes the object graph of all that the component can see.
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
