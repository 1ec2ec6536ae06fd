import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// A private directory with what a plugin directory would contain after a copy. It is next to that directory, so plugins in it
/// find the libraries that they would find there, by names and by relative paths.
struct StagingDirectory {
  /// The absolute path, without symbolic links.
  let path: String
  /// The absolute path of the plugin directory.
  private let home: String

  /// Creates an empty directory, which the caller has to remove.
  ///
  /// - Parameter target: The plugin directory.
  /// - Throws: A ``CommandFailure`` if there can be none.
  init(for target: String) throws(CommandFailure) {
    guard let home = SystemPath.resolved(target) else { throw Self.failure(target, .last) }
    let name = ".cleanse-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    // In the plugin directory if this user can't create one next to it. A name with a dot is no plugin there.
    let parents = [SystemPath.resolved("\(home)/.."), home].compactMap(\.self)
    guard let parent = parents.first(where: { unsafe mkdir("\($0)/\(name)", 0o700) == 0 }) else {
      throw Self.failure(target, .last)
    }
    path = "\(parent)/\(name)"
    self.home = home
  }

  /// Copies the libraries, and adds links to the other entries of the plugin directory.
  ///
  /// - Throws: A ``CommandFailure`` if a library can't be written.
  func fill(with libraries: [BuiltLibrary]) throws(CommandFailure) {
    for library in libraries {
      let copy = path(of: library)
      try BuiltLibrary.put(try library.draft(for: copy), at: copy)
    }
    let replaced = Set(libraries.map(\.name))
    for name in Self.names(in: home) where !name.isHidden && !replaced.contains(name) {
      let (target, link) = (FilePath(home).appending(name), FilePath(path).appending(name))
      guard unsafe symlink(target.cString, link.cString) == 0 else {
        throw Self.failure(home, .last)
      }
    }
  }

  func path(of library: BuiltLibrary) -> String {
    FilePath(path).appending(library.name).text
  }

  /// Returns a text with the paths that files in this directory have elsewhere.
  func naming(_ libraries: [BuiltLibrary], in text: String) -> String {
    let named = libraries.reduce(text) { $0.replacing(path(of: $1), with: $1.source) }
    return named.replacing(path, with: home)
  }

  /// Removes the directory with its files. Directories that a plugin has created in it stay.
  func remove() {
    for name in Self.names(in: path) {
      unsafe unlink(FilePath(path).appending(name).cString)
    }
    unsafe rmdir(path)
  }

  private static func names(in directory: String) -> [FilePath] {
    (try? PluginDirectory.entries(of: directory)) ?? []
  }

  private static func failure(_ target: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("can't stage plugins for \(target): \(error)")
  }
}
