import Glibc
import Testing

@testable import CleansePluginHost

/// Source text of C or C++ as a library of this process, which is unloaded with the last reference.
final class CompiledLibrary: Sendable {
  // Safety: the dynamic linker takes the handle on any thread.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let scratch: Scratch

  init(_ source: String, by compiler: Compiler = .native) throws {
    scratch = try Scratch()
    let file = try scratch.write("source", source.utf8)
    let errors = scratch.path("errors")
    let library = scratch.path("library.so")
    let command = "\(compiler.command) -shared -fPIC -o \(library) \(file) 2>\(errors)"
    guard system(command) == 0, let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) else {
      let why = String(decoding: (readFile(errors) ?? []).prefix(2_000), as: UTF8.self)
      throw Failure(
        description: "\(command): \(why) \(dlerror().map { String(cString: $0) } ?? "")")
    }
    self.handle = handle
  }

  deinit { dlclose(handle) }

  func address(of name: String) throws -> UnsafeMutableRawPointer {
    try #require(dlsym(handle, name), "\(name)")
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension CompiledLibrary {
  /// A compiler with its options.
  enum Compiler: String, CaseIterable, Sendable {
    /// The system's compiler for C.
    case native
    case nativeOptimizing
    /// The one of Swift's toolchain, with the sanitizer for undefined behaviour; where this process
    /// runs under the address sanitizer, also with that.
    case sanitizing
    case cxx

    var command: String {
      switch self {
      case .native: "\(cCompiler ?? "cc") -std=c11 -O0 -x c"
      case .nativeOptimizing: "\(cCompiler ?? "cc") -std=c11 -O2 -x c"
      case .sanitizing:
        // A function that is made at run time has not the marks of clang's own. Without the runtime
        // of the address sanitizer there is nobody to tell what is wrong, but the signal of a trap.
        "\(Self.clang) -std=c11 -O1 -x c -fno-sanitize-recover=all -fsanitize=undefined"
          + (Self.hasAddressSanitizer ? ",address" : " -fsanitize-trap=all")
          + " -fno-sanitize=function"
      case .cxx: "\(Self.clang)++ -O1 -x c++"
      }
    }

    private static var hasAddressSanitizer: Bool { dlsym(nil, "__asan_init") != nil }

    /// The one that comes with the compiler for Swift.
    private static let clang =
      "\"$(dirname \"$(readlink -f \"$(command -v swift)\")\")\"/clang"
  }
}
