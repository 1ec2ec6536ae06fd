/// The files of the libraries in this process.
package enum LoadedLibraries {
  /// The paths that they were loaded from.
  package static var paths: [String] { LoadedObject.all().map(\.path).filter { !$0.isEmpty } }
}
