/// Turns live types into keys, each type once.
struct KeyNamer {
  private var names: [ObjectIdentifier: (identity: String, display: String)] = [:]
  private var taken: [String: Int] = [:]
  private var entries: [AnyHashable: String] = [:]
  private var untaggedKeys: [ObjectIdentifier: Key] = [:]
  /// Whether each request tells how else it can be understood.
  private let tellsReadings: Bool

  init(tellsReadings: Bool) {
    self.tellsReadings = tellsReadings
  }

  mutating func key(_ key: any RecordedKey.Type) -> Key {
    self.key(element: key.element, tag: key.tag, cName: key.cName)
  }

  mutating func key(
    element: any Any.Type, tag: (any Any.Type)?, cName: @autoclosure () -> String? = nil
  ) -> Key {
    let (type, typeName) = names(of: element)
    if let tag, let foreign = ForeignName(of: tag) {
      let name = foreign.name.map { "@\($0)" }
      return Key(
        type: foreign.type.map { Key.cMark + $0 } ?? type, tag: name,
        typeName: foreign.typeName ?? typeName, tagName: name, cName: foreign.name)
    }
    let tagNames = tag.map { names(of: $0) }
    return Key(
      type: type, tag: tagNames?.identity, typeName: typeName, tagName: tagNames?.display,
      isClass: element is any AnyObject.Type, cName: cName())
  }

  /// A name of a dictionary's key: equal for equal keys, and only for these.
  mutating func entry(_ key: some Hashable & Sendable) -> String {
    let identity = AnyHashable(key)
    if let name = entries[identity] { return name }
    let name = String(reflecting: key)
    let copies = taken["entry \(name)", default: 0]
    taken["entry \(name)"] = copies + 1
    entries[identity] = copies == 0 ? name : "\(name)\(Key.copyMark)\(copies + 1)"
    return entries[identity] ?? name
  }

  /// The request for a type.
  ///
  /// - Parameter answer: What answers it; nothing where nothing does.
  mutating func request(_ type: any Any.Type, answeredBy answer: Request.Reading?) -> Request {
    if !tellsReadings, let answer { return Request(key: answer.key, form: answer.form) }
    guard let derived = DerivedRequest(type) else {
      return Request(key: answer?.key ?? untagged(type), form: answer?.form ?? .instance)
    }
    guard derived.tag == nil else {
      return Request(
        key: answer?.key
          ?? key(
            element: derived.element, tag: derived.tag,
            cName: DerivedRequest.taggedKey(of: type)?.cName),
        form: answer?.form ?? derived.form.requestForm)
    }
    let itself = Request.Reading(key: untagged(type), form: .instance)
    let form = derived.form.requestForm
    return answer == itself
      ? Request(
        key: itself.key, form: .instance,
        otherwise: Request.Reading(key: untagged(derived.element), form: form))
      : Request(
        key: answer?.key ?? untagged(derived.element), form: answer?.form ?? form, otherwise: itself
      )
  }

  /// The key of a type without a tag; each type's is made once, as many ask for it.
  private mutating func untagged(_ type: any Any.Type) -> Key {
    if let key = untaggedKeys[ObjectIdentifier(type)] { return key }
    let key = key(element: type, tag: nil)
    untaggedKeys[ObjectIdentifier(type)] = key
    return key
  }

  private mutating func names(
    of type: any Any.Type
  ) -> (identity: String, display: String) {
    if let known = names[ObjectIdentifier(type)] { return known }
    var (identity, display) = TypeName.names(of: type)
    // Two images may each bring a type of this name. They are different types, and a graph that
    // took them for one would pass and then not link.
    let copies = taken[identity, default: 0]
    taken[identity] = copies + 1
    if copies > 0 {
      identity += "\(Key.copyMark)\(copies + 1)"
    }
    names[ObjectIdentifier(type)] = (identity, display)
    return (identity, display)
  }
}
