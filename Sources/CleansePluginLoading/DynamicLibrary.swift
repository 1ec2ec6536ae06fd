import Glibc

/// A shared library loaded into this process. Only this type calls the dynamic linker.
///
/// It is never unloaded: caches of the Swift runtime keep pointing into a library that has supplied
/// a conformance, and the next cast would crash.
@safe struct DynamicLibrary: ~Copyable {
  /// The error message of the dynamic linker.
  struct LoadError: Error {
    let message: String
  }

  private let handle: UnsafeMutableRawPointer

  /// Loads the library, which runs its constructors.
  ///
  /// - Parameter path: An absolute path. All symbols are bound at once, so that a missing symbol is reported
  ///   here and not at its first call, and no symbol is made available to other libraries.
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
    unsafe dlerror().map { unsafe String(cString: $0) } ?? "the dynamic linker gave no reason"
  }
}
