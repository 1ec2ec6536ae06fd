import CleanseGraph

/// The meanings of the C names that several contributors share, and the conflicts between them.
///
/// - `Tagged`: the identity of a key whose tag has a C name.
/// - `Bridged`: the identity of a bridge.
struct CNameTable<Tagged: Hashable & Sendable, Bridged: Hashable & Sendable>: Sendable {
  /// A declaration of a handle.
  private struct Declaration: Hashable, Sendable {
    let name: String
    let origin: String?
  }

  /// The meaning of a name, with its first mention.
  private struct Entry<Meaning: Sendable>: Sendable {
    let meaning: Meaning
    let mention: CMention
  }

  private var tags: [String: Entry<Tagged>] = [:]
  /// The tags that have the C name of another tag.
  private var conflicting: Set<Tagged> = []
  private var bridges: [String: Entry<Bridged>] = [:]
  /// The first declaration of each handle by each plugin.
  private var handles: [Declaration: CMention] = [:]
  private var structures: [String: Entry<String>] = [:]
  /// The C types of the names after an `@` that are tags of plain pointers.
  private var pointers: [String: Entry<String>] = [:]
  /// The findings about names with conflicting meanings, each once.
  private(set) var conflicts: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// The key whose tag has the name.
  func tagged(_ name: String) -> Tagged? { tags[name]?.meaning }

  /// The bridge of `name *`.
  func bridge(_ name: String) -> Bridged? { bridges[name]?.meaning }

  mutating func add(tag: Tagged, named name: String, _ mention: @autoclosure () -> CMention) {
    guard let known = tags[name] else {
      tags[name] = Entry(meaning: tag, mention: mention())
      return
    }
    guard known.meaning != tag, conflicting.insert(tag).inserted else { return }
    let mention = mention()
    conflict(
      .cNameConflict, "two tags have the C name \(name)", mention, name,
      sides: [
        mention.note("\(mention.description) here"),
        known.mention.note("\(known.mention.description) here"),
      ],
      fix: "rename one of them, or use one tag of a module that both import")
  }

  mutating func add(bridge: Bridged, named name: String, _ mention: @autoclosure () -> CMention) {
    guard let known = bridges[name] else {
      bridges[name] = Entry(meaning: bridge, mention: mention())
      return
    }
    guard known.meaning != bridge else { return }
    let mention = mention()
    conflict(
      .cNameConflict, "conflicting bridges for `\(name) *`", mention, "\(name) *",
      sides: [known.mention.note("the other bridge")],
      fix: "install only one of them, in a module that both sides include")
  }

  /// Several plugins may each declare a destructor, for the instances that they create.
  ///
  /// - Parameter name: The C name of the type that has a destructor.
  mutating func add(handle name: String, _ mention: CMention) {
    let declaration = Declaration(name: name, origin: mention.provenance.origin)
    guard let known = handles[declaration] else {
      handles[declaration] = mention
      return
    }
    conflict(
      .cNameConflict, "the destructor of `\(name) *` is declared more than once", mention,
      "\(name) *", sides: [known.note("first declared here")], fix: "remove one of them")
  }

  /// - Parameter layout: The fields, as they are compared and as they are printed.
  mutating func add(
    structure name: String, _ layout: String, _ mention: @autoclosure () -> CMention
  ) {
    guard let known = structures[name] else {
      structures[name] = Entry(meaning: layout, mention: mention())
      return
    }
    guard known.meaning != layout else { return }
    let mention = mention()
    conflict(
      .cTypeConflict, "conflicting fields of the structure \(name)", mention, name,
      sides: [
        known.mention.note("\(known.meaning) here"), mention.note("\(layout) here"),
      ],
      fix: "declare the same fields everywhere, or rename one of the structures")
  }

  /// - Parameters:
  ///   - type: The type of the name after an `@`, in C syntax.
  ///   - swiftType: The Swift type of the pointer, if it has a bridge.
  mutating func add(
    pointer type: String, named name: String, bridgedTo swiftType: String?, _ mention: CMention
  ) {
    let known = pointers[name]
    if known == nil { pointers[name] = Entry(meaning: type, mention: mention) }
    let other = known.flatMap { $0.meaning == type ? nil : $0 }
    guard other != nil || swiftType != nil else { return }
    let types = [other?.meaning, type, swiftType].compactMap(\.self)
    conflict(
      .cTypeConflict, "conflicting types for @\(name): \(types.joined(separator: ", "))", mention,
      name,
      sides: [
        other.map { $0.mention.note("\($0.meaning) here") }, mention.note("\(type) here"),
      ].compactMap(\.self),
      fix: "use the same type everywhere, or rename one of them")
  }

  private mutating func conflict(
    _ code: Diagnostic.Code, _ message: String, _ mention: CMention, _ name: String,
    sides: [Diagnostic.Note], fix: String
  ) {
    let finding = Diagnostic(
      code, .error, message, at: mention.location, provenance: mention.provenance, notes: sides,
      fix: fix, arguments: [.init("identifier", name)])
    if reported.insert(finding).inserted { conflicts.append(finding) }
  }
}

/// A location where a C name is used.
struct CMention: Sendable {
  /// The key that uses the name, as it is printed.
  var description = ""
  let location: SourceLocation?
  let provenance: Provenance

  func note(_ message: String) -> Diagnostic.Note {
    Diagnostic.Note(message, at: location, provenance: provenance)
  }
}
