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
  init?(_ key: any RecordedKey.Type) {
    tag = key.tag
    if let type = key.element as? AnyClass {
      self.type = type
      isInjector = false
    } else if key.tag == nil, let injector = key.element as? any ObjectInjector.Type,
      let type = injector.injected as? AnyClass
    {
      self.type = type
      isInjector = true
    } else {
      return nil
    }
  }

  /// What makes the slot's value, with its place.
  init?(_ slot: Recording.Slot, of recording: Recording) {
    self.init(slot.key)
    let maker = recording.maker(of: slot).map { recording.bindings[$0].recorded }
    location = maker?.location
    provenance = maker?.provenance
    isAwaited = maker?.isAwaitedEachTime ?? false
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
