import CleanseGraph

/// A value that a ``LegacyObjectGraph`` can provide: an object or a property injector for objects.
struct LegacyObject: Sendable {
  let type: AnyClass
  /// The tag of an object, if it has one.
  let tag: (any Any.Type)?
  let isInjector: Bool
  /// The source location of the binding, for messages.
  var location: RecordedLocation?
  var provenance: Provenance?
  /// Whether each request would have to be awaited.
  var isAwaited = false

  /// Returns nil for a key whose type is neither a class nor a property injector of a class.
  init?(_ key: Key) {
    guard let live = key.storage.live, live.elementName == nil else { return nil }
    if case .name = live.qualifier { return nil }
    tag = live.tag
    if let type = live.element as? AnyClass {
      self.type = type
      isInjector = false
    } else if tag == nil, let injector = live.element as? any ObjectInjector.Type,
      let type = injector.injected as? AnyClass
    {
      self.type = type
      isInjector = true
    } else {
      return nil
    }
  }

  /// Creates the value that a group provides.
  init?(_ group: GroupIndex, of graph: BindingGraph) {
    let group = graph.resolution.groups[group]
    self.init(group.key)
    guard case .binding(let binding) = group.provider else { return }
    location = graph[binding].recordedLocation
    provenance = graph[binding].provenance
    isAwaited = graph[binding].isAwaitedEachTime
  }

  /// The names of the tag: unqualified and qualified. Empty without a tag.
  var names: [String] {
    tag.map { [_typeName($0, qualified: false), TypeName.display($0)] } ?? []
  }
}

/// A property injector whose class is only known at run time.
protocol ObjectInjector {
  /// The type whose properties it injects.
  static var injected: any Any.Type { get }
  /// Sets the properties of the object, which has to be of that type.
  func injectProperties(intoObject object: AnyObject)
}

extension PropertyInjector: ObjectInjector {
  static var injected: any Any.Type { Element.self }

  func injectProperties(intoObject object: AnyObject) {
    guard let instance = object as? Element else {
      // The object graph finds an injector by its `injected` class.
      preconditionFailure("A property injector was stored under another class")
    }
    injectProperties(into: instance)
  }
}
