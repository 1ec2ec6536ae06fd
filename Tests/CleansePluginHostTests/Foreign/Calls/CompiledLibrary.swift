import CleanseTestSupport
import Glibc
import Testing

@testable import CleansePluginHost

/// C or C++ source text, compiled and loaded as a library, which is unloaded with the last reference.
final class CompiledLibrary: Sendable {
  // Safety: the dynamic linker takes the handle on any thread.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let scratch: TemporaryDirectory

  init(_ source: String, by compiler: Compiler = .native) throws {
    scratch = try TemporaryDirectory()
    try compiler.compileLibrary(source, to: "library.so", in: scratch)
    guard let handle = dlopen(scratch.path(of: "library.so"), RTLD_NOW | RTLD_LOCAL) else {
      throw Failure(description: dlerror().map { String(cString: $0) } ?? "")
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
    /// The system's C compiler.
    case native
    case nativeOptimizing
    /// The compiler of Swift's toolchain, with the sanitizer for undefined behaviour; where this process
    /// runs under the address sanitizer, also with that one.
    case sanitizing
    case cxx

    private var compiler: CCompiler? {
      switch self {
      case .native, .nativeOptimizing: .native
      case .sanitizing: .clang
      case .cxx: .clangPlusPlus
      }
    }

    private var options: [String] {
      switch self {
      case .native: ["-std=c11", "-O0"]
      case .nativeOptimizing: ["-std=c11", "-O2"]
      case .sanitizing:
        // A function created at run time lacks the type hashes that clang emits. Without the runtime of the
        // address sanitizer, a failed check has no message, only the signal of a trap.
        ["-std=c11", "-O1", "-fno-sanitize-recover=all", "-fno-sanitize=function"]
          + (Self.hasAddressSanitizer
            ? ["-fsanitize=undefined,address"] : ["-fsanitize=undefined", "-fsanitize-trap=all"])
      case .cxx: ["-O1"]
      }
    }

    func compileLibrary(
      _ source: String, to name: String, in directory: TemporaryDirectory
    ) throws {
      try #require(compiler).compileLibrary(source, to: name, in: directory, options)
    }

    private static var hasAddressSanitizer: Bool { dlsym(nil, "__asan_init") != nil }
  }
}
