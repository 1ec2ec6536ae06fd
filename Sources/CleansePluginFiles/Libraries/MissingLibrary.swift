import CleanseGraph
import CleanseSupport

/// A shared library that the dynamic linker would not find for a plugin.
package struct MissingLibrary: Equatable {
  let name: String
  /// The library that needs it; nil for the plugin itself.
  let requester: String?
  /// The directories that were searched, other than the system's.
  let directories: [String]
  /// Whether the plugin's own directory is one of them.
  let searchesPluginDirectory: Bool
  /// The files that were found and can't be used.
  var unsuitable: [UnsuitableFile] = []

  /// A file with the name of the library, and what is wrong with it.
  struct UnsuitableFile: Equatable {
    let path: String
    let reason: String
    let isUnreadable: Bool

    init(_ path: FilePath, _ defect: FileDefect) {
      (self.path, reason) = (path.text, defect.predicate)
      isUnreadable = if case .unreadable = defect { true } else { false }
    }
  }

  /// Whether the name is a path, as it is when the plugin was linked with a library without a soname.
  var isPath: Bool { name.utf8.contains(UInt8(ascii: "/")) }

  /// The name for messages.
  var title: String { name.isEmpty ? "a library with an empty name" : name }

  /// A note with the requester, the directories searched, and the unsuitable candidates.
  var note: Diagnostic.Note {
    let subject = requester.map { "\(title), needed by \($0)," } ?? title
    let instead = unsuitable.prefix(Abridgement.limit).map { "; \($0.path) \($0.reason)" }.joined()
    // A path is not searched for.
    guard !isPath else {
      return Diagnostic.Note("\(subject) does not lead to a library\(instead)")
    }
    let named = directories.prefix(Abridgement.limit)
    let rest = directories.count - named.count
    let searched = (named + (rest > 0 ? ["\(rest) more directories"] : []))
      .joined(separator: ", ")
    return Diagnostic.Note(
      """
      \(subject) was searched for in \(searched)\(searched.isEmpty ? "" : " and ")the system's \
      directories\(instead)
      """)
  }
}
