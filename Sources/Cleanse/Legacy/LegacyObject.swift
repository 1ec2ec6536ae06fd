import CleanseGraph

/// What a ``LegacyObjectGraph`` can hand out: an object, or what injects into objects.
struct LegacyObject: Sendable {
  let type: AnyClass
  /// The tag of an object, if it has one.
  let tag: (any Any.Type)?
  let isInjector: Bool
  /// The binding that makes it, for what is told.
  var location: RecordedLocation?
  var provenance: Provenance?
  /// Whether it would have to be awaited at each request.
  var isAwaited = false

  /// Nothing for a key that has nothing to do with a class.
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

  /// The provider of a group.
  init?(_ group: Int, of graph: BindingGraph) {
    let group = graph.resolution.groups[group]
    self.init(group.key)
    guard case .binding(let binding) = group.provider else { return }
    location = graph.bindings[binding].recordedLocation
    provenance = graph.bindings[binding].provenance
    isAwaited = graph.bindings[binding].isAwaitedEachTime
  }

  /// The names by which a tag can be told: the short one, and the one with what it lies in.
  var names: [String] {
    tag.map { [_typeName($0, qualified: false), TypeName.display($0)] } ?? []
  }
}

/// A property injector of which the class is only known at run time.
protocol ObjectInjector {
  /// The type of what it injects into.
  static var injected: any Any.Type { get }
  /// Injects into the object, which is of that type.
  func injectProperties(intoObject object: AnyObject)
}

extension PropertyInjector: ObjectInjector {
  static var injected: any Any.Type { Element.self }

  func injectProperties(intoObject object: AnyObject) {
    guard let instance = object as? Element else {
      preconditionFailure("A property injector was kept under another class")
    }
    injectProperties(into: instance)
  }
}
