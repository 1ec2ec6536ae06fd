import CleanseGraph

/// A shared library that the dynamic linker would not find for a plugin.
package struct MissingLibrary: Equatable {
  let name: String
  /// The library that needs it, if it is not the plugin itself.
  let requester: String?
  /// Where it was looked for, apart from the system's directories.
  let directories: [String]
  /// Whether the plugin's own directory is one of them.
  let isLookedForBeside: Bool
  /// What was found in its place, and what is wrong with that.
  var unsuitable: [String] = []

  /// Whether the plugin names a place and no library, as it does when the library that it was linked
  /// with has no name of its own.
  var isPath: Bool { name.utf8.contains(UInt8(ascii: "/")) }

  /// Who needs it, where it was looked for, and what was there instead.
  var note: Diagnostic.Note {
    let subject = requester.map { "\(name), which \($0) needs," } ?? name
    let instead = unsuitable.prefix(Abridgement.limit).map { "; \($0)" }.joined()
    // A path is not looked for.
    guard !isPath else {
      return Diagnostic.Note("\(subject) leads to no library\(instead)")
    }
    let named = directories.prefix(Abridgement.limit)
    let rest = directories.count - named.count
    let places = (named + (rest > 0 ? ["\(rest) more directories"] : []))
      .joined(separator: ", ")
    return Diagnostic.Note(
      """
      \(subject) was looked for in \(places)\(places.isEmpty ? "" : " and ")the system's \
      directories\(instead)
      """)
  }
}
