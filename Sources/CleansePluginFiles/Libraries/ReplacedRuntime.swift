import CleanseSupport

/// Another library of the framework than the program's own, which the environment made the dynamic linker choose.
package struct ReplacedRuntime {
  /// The path of the loaded library.
  package let loaded: String
  /// The path of the library that the program finds by itself.
  package let own: String

  /// The library that was replaced in this process; nil if it is the program's own, or equal to it.
  package static func current() -> ReplacedRuntime? {
    let objects = LoadedObject.all()
    guard let program = objects.first,
      let loaded = objects.first(where: { $0.contains(LoadedObject.here) })?.path,
      FilePath(loaded).lastComponent == FilePath(EmbeddedFramework.library),
      let path = program.needs.runPath ?? program.needs.inheritedPath
    else { return nil }
    let executable = SystemPath.resolved("/proc/self/exe") ?? FilePath(program.path)
    let origin = executable.removingLastComponent
    let candidates = SearchPath.directories(path, origin: origin).map {
      $0.appending(EmbeddedFramework.library).text
    }
    guard let own = candidates.first(where: { FileStamp(path: $0) != nil }),
      FileStamp(path: own) != FileStamp(path: loaded),
      (try? LibraryCatalog.digest(ofLibrary: own))
        != (try? LibraryCatalog.digest(ofLibrary: loaded))
    else { return nil }
    return ReplacedRuntime(loaded: loaded, own: own)
  }
}
