/// Where the source files of modules lie, as the notes of plugins say: a compiled location only has the name of the file and
/// of its module.
package struct SourceFiles: Sendable {
  /// By `Module`, its directory; by `Module/File.swift`, the path of a file that lies elsewhere.
  private var paths: [String: String]

  package init(_ paths: [String: String] = [:]) {
    self.paths = paths
  }

  /// Adds files. Of two modules of one name, the first counts.
  package mutating func add(_ other: SourceFiles) {
    paths.merge(other.paths) { first, _ in first }
  }

  /// Returns the location with the path of its file, if that is known.
  package func completed(_ location: SourceLocation) -> SourceLocation {
    guard location.path.utf8.elementsEqual(location.file.utf8),
      let path = path(of: location.file)
    else { return location }
    return SourceLocation(file: location.file, path: path, line: location.line)
  }

  /// Returns the declarations with the paths of their locations, for a reader in another process.
  package func completed(_ declarations: Declarations) -> Declarations {
    guard !paths.isEmpty else { return declarations }
    var declarations = declarations
    for index in declarations.bindings.indices {
      guard let location = declarations.bindings[index].location else { continue }
      declarations.bindings[index].location = completed(location)
    }
    for index in declarations.dropped.indices {
      declarations.dropped[index].location = declarations.dropped[index].location.map(completed)
    }
    declarations.reported = declarations.reported.map(completed)
    return declarations
  }

  /// Returns the finding with the paths of its locations.
  package func completed(_ finding: Diagnostic) -> Diagnostic {
    guard !paths.isEmpty else { return finding }
    var finding = finding
    finding.location = finding.location.map(completed)
    for index in finding.notes.indices {
      finding.notes[index].location = finding.notes[index].location.map(completed)
    }
    return finding
  }

  private func path(of file: String) -> String? {
    // As bytes: a slash before a combining mark is a part of one character.
    guard let slash = file.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    if let path = paths[file] { return path }
    guard let directory = paths[String(file[..<slash])] else { return nil }
    return directory == "."
      ? String(file[file.utf8.index(after: slash)...]) : directory + file[slash...]
  }
}
