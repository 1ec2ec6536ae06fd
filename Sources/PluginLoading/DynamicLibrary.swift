import Glibc

/// A shared library that has been loaded into this process; the only place that calls the loader.
///
/// It is never unloaded: caches of the Swift runtime keep pointing into a library that once
/// supplied a conformance, and the next cast would crash.
@safe struct DynamicLibrary: ~Copyable {
  /// What the loader said against the library.
  struct LoadError: Error {
    let message: String
  }

  private let handle: UnsafeMutableRawPointer

  /// Loads the library, which runs its constructors.
  ///
  /// - Parameter path: An absolute path. All symbols are bound at once, so that a missing one is
  ///   told here and not at its first call, and none is offered to other libraries.
  init(path: String) throws(LoadError) {
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadError(message: Self.lastError)
    }
    unsafe self.handle = handle
  }

  /// The address of a function.
  func address(of symbol: String) throws(LoadError) -> UnsafeMutableRawPointer {
    guard let address = unsafe dlsym(handle, symbol) else {
      throw LoadError(message: Self.lastError)
    }
    return unsafe address
  }

  private static var lastError: String {
    unsafe dlerror().map { unsafe String(cString: $0) } ?? "the loader gave no reason"
  }
}
