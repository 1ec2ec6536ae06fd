import CleanseGraph

/// The objects and property injectors of a ``LegacyObjectGraph``, by class.
final class ObjectTable: Sendable {
  /// An object or an injector, and the link that provides it.
  struct Entry: Sendable {
    let object: LegacyObject
    let link: UntypedLink
  }

  /// The objects of each class: at most one without a tag, and one for each tag.
  private let objects: [ObjectIdentifier: [Entry]]
  private let injectors: [ObjectIdentifier: Entry]
  /// Bound values that can't be provided, as they depend on the object graph itself or have to be awaited.
  private let others: [LegacyObject]
  /// The name of the component, for messages.
  let component: String

  init(_ entries: [Entry], others: [LegacyObject], component: String) {
    objects = Dictionary(grouping: entries.filter { !$0.object.isInjector }) {
      ObjectIdentifier($0.object.type)
    }
    injectors = Dictionary(
      entries.filter(\.object.isInjector).map { (ObjectIdentifier($0.object.type), $0) },
      uniquingKeysWith: { first, _ in first })
    self.others = others
    self.component = component
  }

  /// Returns the entry of exactly this class, without a tag or with a tag of the given name.
  func entry(of type: AnyClass, name: String?) throws(Diagnostic) -> Entry {
    let found = (objects[ObjectIdentifier(type)] ?? []).filter { Self.matches($0.object, name) }
    guard let entry = found.first else { throw missing(type, name) }
    guard found.count == 1 else { throw ambiguous(type, name ?? "", found.map(\.object)) }
    return entry
  }

  /// Returns the injectors of the class and of its superclasses, beginning with the base class.
  func injectors(of type: AnyClass) throws(Diagnostic) -> [Entry] {
    let classes = sequence(first: type, next: _getSuperclass)
    let found = classes.compactMap { injectors[ObjectIdentifier($0)] }
    guard !found.isEmpty else { throw missingInjector(Array(classes)) }
    return found.reversed()
  }

  private static func matches(_ object: LegacyObject, _ name: String?) -> Bool {
    name.map { object.names.contains($0) } ?? (object.tag == nil)
  }
}

// The diagnostics of failed lookups.
extension ObjectTable {
  private func missing(_ type: AnyClass, _ name: String?) -> Diagnostic {
    let typeName = TypeName.display(type)
    let requested = name.map { "\(typeName) named \($0)" } ?? typeName
    let same = (objects[ObjectIdentifier(type)] ?? []).map(\.object)
    if let other = others.first(where: {
      !$0.isInjector && $0.type == type && Self.matches($0, name)
    }) {
      return unavailable(other, .missingObject, requested)
    }
    let tag = name.map { ".tagged(with: \($0).self)" } ?? ""
    return Diagnostic(
      .missingObject, .error,
      "missing binding for \(requested) in \(component) or its ancestors",
      notes: (same + relatives(of: type)).prefix(5).map(Self.near),
      fix: "add a binding: binder.bind(\(typeName).self)\(tag).to(factory: …)")
  }

  private func ambiguous(_ type: AnyClass, _ name: String, _ found: [LegacyObject]) -> Diagnostic {
    Diagnostic(
      .missingObject, .error,
      "\(TypeName.display(type)) is bound under \(found.count) tags named \(name)",
      notes: found.map(Self.near), fix: "use the qualified name of the tag")
  }

  private func missingInjector(_ classes: [AnyClass]) -> Diagnostic {
    let names = classes.map(TypeName.display)
    if let other = others.first(where: { other in
      other.isInjector && classes.contains { $0 == other.type }
    }) {
      return unavailable(
        other, .missingInjector, "the property injector of \(TypeName.display(other.type))")
    }
    return Diagnostic(
      .missingInjector, .error,
      "missing property injector for \(names[0]) in \(component) or its ancestors",
      notes: names.dropFirst().map {
        Diagnostic.Note("its superclass \($0) has no property injector either")
      },
      fix: "add a binding: binder.bindPropertyInjectionOf(\(names[0]).self).to(injector: …)")
  }

  private func unavailable(
    _ object: LegacyObject, _ code: Diagnostic.Code, _ name: String
  ) -> Diagnostic {
    Diagnostic(
      code, .error,
      object.isAwaited
        ? "\(name) is asynchronous and not shared: the object graph can't await it"
        : "\(name) depends on the object graph of \(component) itself",
      at: object.location?.sourceLocation, provenance: object.provenance,
      fix: object.isAwaited
        ? "share it with .sharedInScope(), so that build awaits it"
        : "request it directly: the object graph can't provide what depends on the object graph")
  }

  /// Returns the error for a provider that can't throw, of an object whose factory can.
  func unhandled(_ entry: Entry) -> Diagnostic {
    Diagnostic(
      .unhandledError, .error,
      "\(TypeName.display(entry.object.type)) can throw, but its provider can't",
      at: entry.object.location?.sourceLocation, provenance: entry.object.provenance,
      fix: "call objectForClass for each use")
  }

  /// Returns the objects of superclasses and of subclasses.
  private func relatives(of type: AnyClass) -> [LegacyObject] {
    let above = sequence(first: type, next: _getSuperclass).dropFirst()
      .flatMap { objects[ObjectIdentifier($0)] ?? [] }.map(\.object)
    let below = objects.values.flatMap { $0 }.map(\.object).filter { object in
      sequence(first: object.type, next: _getSuperclass).dropFirst().contains { $0 == type }
    }
    return above + below.sorted { TypeName.display($0.type) < TypeName.display($1.type) }
  }

  private static func near(_ object: LegacyObject) -> Diagnostic.Note {
    let tag = object.names.last.map { " tagged \($0)" } ?? ""
    return Diagnostic.Note(
      "near: \(TypeName.display(object.type))\(tag) is bound",
      at: object.location?.sourceLocation, provenance: object.provenance)
  }
}
