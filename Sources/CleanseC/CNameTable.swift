import CleanseGraph

/// What names of C stand for, as far as several sides have a say in that; and which of them stand for
/// several things.
///
/// - `Tagged`: how a key under a tag is told apart, whose tag has a name in C.
/// - `Bridged`: how a bridge is told apart.
struct CNameTable<Tagged: Hashable & Sendable, Bridged: Hashable & Sendable>: Sendable {
  /// What a name stands for, with who was the first to say so.
  private struct Entry<Meaning: Sendable>: Sendable {
    let meaning: Meaning
    let mention: CMention
  }

  private var tags: [String: Entry<Tagged>] = [:]
  /// The tags that were found to have the name of another.
  private var conflicting: Set<Tagged> = []
  private var bridges: [String: Entry<Bridged>] = [:]
  private var handles: [String: CMention] = [:]
  private var structures: [String: Entry<String>] = [:]
  /// What names after an `@` are pointers to that tags of plain pointers have.
  private var pointers: [String: Entry<String>] = [:]
  /// Names that mean several things.
  private(set) var conflicts: [Diagnostic] = []

  /// The key whose tag has the name.
  func tagged(_ name: String) -> Tagged? { tags[name]?.meaning }

  /// What says what `name *` is in Swift.
  func bridge(_ name: String) -> Bridged? { bridges[name]?.meaning }

  mutating func add(tag: Tagged, named name: String, _ mention: @autoclosure () -> CMention) {
    guard let known = tags[name] else {
      tags[name] = Entry(meaning: tag, mention: mention())
      return
    }
    guard known.meaning != tag, conflicting.insert(tag).inserted else { return }
    let mention = mention()
    conflict(
      .cNameConflict, "two tags have the name \(name) in C", mention, name,
      sides: [
        mention.note("\(mention.description) here"),
        known.mention.note("\(known.mention.description) here"),
      ],
      fix: "give one of them another name")
  }

  mutating func add(bridge: Bridged, named name: String, _ mention: @autoclosure () -> CMention) {
    guard let known = bridges[name] else {
      bridges[name] = Entry(meaning: bridge, mention: mention())
      return
    }
    guard known.meaning != bridge else { return }
    let mention = mention()
    conflict(
      .cNameConflict, "two bridges say what `\(name) *` is in Swift", mention, "\(name) *",
      sides: [known.mention.note("the other one")],
      fix: "install one of them, in one module that both sides include")
  }

  /// - Parameter name: Of the type whose instances somebody destroys.
  mutating func add(handle name: String, _ mention: CMention) {
    guard let known = handles[name] else {
      handles[name] = mention
      return
    }
    conflict(
      .cNameConflict, "`\(name) *` is declared twice, with what destroys it", mention, "\(name) *",
      sides: [known.note("declared before")],
      fix: "let the one plugin that makes such instances declare it, or give one of the types "
        + "another name")
  }

  /// - Parameter layout: What lies in it, as it is told and as it is compared.
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
      .cTypeConflict, "the structure \(name) has different fields", mention, name,
      sides: [
        known.mention.note("\(known.meaning) here"), mention.note("\(layout) here"),
      ],
      fix: "let all sides declare the same fields, or give one of the structures another name")
  }

  /// - Parameters:
  ///   - type: What the name after an `@` is a pointer to, as C writes it.
  ///   - swiftType: What the pointer is in Swift, where a bridge says so.
  mutating func add(
    pointer type: String, named name: String, bridgedTo swiftType: String?, _ mention: CMention
  ) {
    let known = pointers[name]
    if known == nil { pointers[name] = Entry(meaning: type, mention: mention) }
    let other = known.flatMap { $0.meaning == type ? nil : $0 }
    guard other != nil || swiftType != nil else { return }
    let types = [other?.meaning, type, swiftType].compactMap(\.self)
    conflict(
      .cTypeConflict, "@\(name) has different types: \(types.joined(separator: ", "))", mention,
      name,
      sides: [
        other.map { $0.mention.note("\($0.meaning) here") }, mention.note("\(type) here"),
      ].compactMap(\.self),
      fix: "let all sides write the same type, or give one of them another name")
  }

  private mutating func conflict(
    _ code: Diagnostic.Code, _ message: String, _ mention: CMention, _ name: String,
    sides: [Diagnostic.Note], fix: String
  ) {
    let finding = Diagnostic(
      code, .error, message, at: mention.location, provenance: mention.provenance, notes: sides,
      fix: fix, arguments: [.init("identifier", name)])
    if !conflicts.contains(finding) { conflicts.append(finding) }
  }
}

/// Where a name of C was mentioned.
struct CMention: Sendable {
  /// What it was mentioned for, as one would write it.
  var description = ""
  let location: SourceLocation?
  let provenance: Provenance

  func note(_ message: String) -> Diagnostic.Note {
    Diagnostic.Note(message, at: location, provenance: provenance)
  }
}
