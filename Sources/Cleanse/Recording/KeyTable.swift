import CleanseGraph

/// The keys and the requests of one recording, each made once, so that equal keys are copies of one value.
///
/// Types are looked up by identity. What is derived from a type is computed at its first occurrence. A table is
/// used by one thread during one recording.
package final class KeyTable {
  let space = KeySpace()
  /// The guest language that contributors of the recording use, if there is one.
  var language: (any GuestLanguage.Type)?
  private struct Named: Hashable {
    let element: ObjectIdentifier
    /// The qualifier, after the name of the element and a null character, if it has one.
    let name: String

    func hash(into hasher: inout Hasher) {
      // Few keys have the same name.
      hasher.combine(name)
    }
  }

  // Safety, also of all keys and of the requests: each access ends before other code of the table runs.
  /// The keys without a qualifier, by element type.
  @exclusivity(unchecked) private var untagged: [ObjectIdentifier: Key] = [:]
  /// The keys with a tag, by tag.
  private var tagged: [ObjectIdentifier: Key] = [:]
  @exclusivity(unchecked) private var named: [Named: Key] = [:]
  /// The keys of the three tables, in the order of creation.
  @exclusivity(unchecked) private var all: [Key] = []
  /// The requests, by parameter type.
  @exclusivity(unchecked) private var requests: [ObjectIdentifier: Request] = [:]
  /// The names of dictionary keys, and how many different keys share each description.
  private var entries: [AnyHashable: String] = [:]
  private var entryCounts: [String: Int] = [:]

  /// The key of an element type without a qualifier.
  package func key(of element: any Any.Type) -> Key {
    let identity = ObjectIdentifier(element)
    if let key = unsafe untagged[identity] { return key }
    let key = make(Key.Live(element: element, elementName: nil, qualifier: .none))
    unsafe untagged[identity] = key
    return key
  }

  /// The key of an element type under a tag.
  func key(of element: any Any.Type, tag: (any Tag.Type)?) -> Key {
    guard let tag else { return key(of: element) }
    let identity = ObjectIdentifier(tag)
    if let key = tagged[identity] { return key }
    let key = make(Key.Live(element: element, elementName: nil, qualifier: .tag(tag)))
    tagged[identity] = key
    return key
  }

  func key(of typed: any TypedKey.Type) -> Key {
    key(of: typed.element, tag: typed.tag)
  }

  /// The key of an element with a name that is only known at run time.
  ///
  /// - Parameters:
  ///   - element: The Swift type of the values.
  ///   - elementName: Distinguishes elements that share the Swift type.
  ///   - name: The qualifier, or nil.
  package func key(
    of element: any Any.Type, elementName: Key.ElementName?, name: String?
  ) -> Key {
    guard elementName != nil || name != nil else { return key(of: element) }
    let identity = Named(
      element: ObjectIdentifier(element),
      name: elementName.map { "\($0.identity)\0\(name ?? "")" } ?? name ?? "")
    if let key = unsafe named[identity] { return key }
    let key = make(
      Key.Live(
        element: element, elementName: elementName,
        qualifier: name.map { .name($0) } ?? .none))
    unsafe named[identity] = key
    return key
  }

  private func make(_ live: Key.Live) -> Key {
    let key = Key(live, in: space)
    unsafe all.append(key)
    return key
  }

  /// The request of a parameter, with all its readings.
  ///
  /// The reading that is derived most comes first. Whether the type itself is bound is only known to the resolver.
  package func request(for type: any Any.Type) -> Request {
    let identity = ObjectIdentifier(type)
    if let request = unsafe requests[identity] { return request }
    let request: Request
    if let derived = DerivedRequest(type) {
      let reading = reading(derived)
      let written = Request.Reading(key: key(of: type), form: .instance)
      if let composed = derived.composed {
        let innermost = self.reading(composed)
        request = Request(
          key: innermost.key, form: innermost.form, alternatives: [written, reading])
      } else {
        request = Request(key: reading.key, form: reading.form, alternatives: [written])
      }
    } else {
      request = Request(key: key(of: type), form: .instance)
    }
    unsafe requests[identity] = request
    return request
  }

  private func reading(_ derived: DerivedRequest) -> Request.Reading {
    Request.Reading(key: key(of: derived.element, tag: derived.tag), form: derived.form)
  }

  /// The name of a dictionary key. Two keys have the same name if and only if they are equal.
  func entry(_ key: some Hashable & Sendable) -> String {
    let identity = AnyHashable(key)
    if let name = entries[identity] { return name }
    var name = String(reflecting: key)
    let copies = entryCounts[name, default: 0]
    entryCounts[name] = copies + 1
    if copies > 0 { name += "\(Key.copyMark)\(copies + 1)" }
    entries[identity] = name
    return name
  }

  /// Numbers different types that have the same name, which happens if two images each define one.
  ///
  /// A graph that took them for one type would pass validation and then fail to link.
  func numberCopies() {
    let all = unsafe all
    var numbers = CopyNumbers(capacity: all.count)
    for key in all {
      if let element = key.storage.element { numbers.add(element) }
      if let tag = key.storage.tag { numbers.add(tag) }
    }
    numbers.number(all)
  }
}

/// Numbers different types that have the same name in the order in which they are added.
private struct CopyNumbers {
  private struct Found {
    let type: any Any.Type
    var isNamed = false
  }

  /// The first type for each digest. If no other type has the digest, its name is never computed.
  private var found: [UInt64: Found] = [:]
  private var types: [String: [ObjectIdentifier]] = [:]

  init(capacity: Int) {
    found.reserveCapacity(capacity)
  }

  mutating func add(_ type: any Any.Type) {
    let digest = NameDigest.of(type)
    guard let first = found[digest] else {
      found[digest] = Found(type: type)
      return
    }
    guard first.type != type else { return }
    if !first.isNamed {
      found[digest] = Found(type: first.type, isNamed: true)
      name(first.type)
    }
    name(type)
  }

  private mutating func name(_ type: any Any.Type) {
    let identity = ObjectIdentifier(type)
    let name = TypeName.identity(type)
    if types[name]?.contains(identity) != true { types[name, default: []].append(identity) }
  }

  /// Numbers the types of the keys.
  func number(_ keys: [Key]) {
    var numbers: [ObjectIdentifier: Int] = [:]
    for copies in types.values {
      for (number, type) in copies.enumerated().dropFirst() { numbers[type] = number }
    }
    guard !numbers.isEmpty else { return }
    func number(_ type: (any Any.Type)?) -> Int {
      type.flatMap { numbers[ObjectIdentifier($0)] } ?? 0
    }
    for key in keys {
      let copy = number(key.storage.element)
      let tagCopy = number(key.storage.tag)
      if copy > 0 || tagCopy > 0 { key.number(copy: copy, tagCopy: tagCopy) }
    }
  }
}
