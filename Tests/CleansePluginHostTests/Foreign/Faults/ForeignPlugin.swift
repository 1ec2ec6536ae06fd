@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
@testable import CleansePluginHost
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

/// A C plugin that is compiled for a test, and stays loaded in this process.
struct ForeignPlugin {
  let path: String
  private let scratch: TemporaryDirectory

  /// Compiles a plugin.
  ///
  /// - Parameters:
  ///   - body: The statements that register, with `host` and `binder`; line 101 of `plugin.c` is their first.
  ///   - declarations: The text before the entry point; its first line is line 1.
  init(
    _ body: String, declarations: String = "", named identifier: String = "org.example.c",
    by compiler: CompiledLibrary.Compiler = .native, in scratch: TemporaryDirectory
  ) throws {
    let source = """
      #include <cleanse_plugin.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <string.h>
      #line 1 "plugin.c"
      \(declarations)
      #line 100 "plugin.c"
      CLEANSE_PLUGIN("\(identifier)", "1.0.0", "Goes wrong", "Ada") {
      \(body)
      }

      """
    self.scratch = scratch
    path = scratch.path(of: "\(identifier).so")
    try compiler.compileLibrary(source, to: "\(identifier).so", in: scratch)
  }

  /// The inspection of the plugin.
  func inspected() throws -> PluginInspection {
    let inspection = try PluginHost(files: [path]).inspect()[0]
    try #require(inspection.isUsable, "\(inspection.report)")
    return inspection
  }

  /// The plugin, loaded into this process.
  func loaded() throws -> LoadedPlugin { try #require(try LoadedPlugin(inspected())) }

  /// The address of a symbol of the plugin, which must be loaded.
  func address(of name: String) throws -> UnsafeMutableRawPointer {
    let library = try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD))
    defer { dlclose(library) }
    return try #require(dlsym(library, name), "\(name)")
  }

  /// The findings of a host that loads the plugin and configures it twice, except for what other tests
  /// have changed in this process.
  func probed() throws -> [Diagnostic] {
    try #require(ProbedPlugin(loading: inspected(), into: Workshop.self)).findings
      .filter {
        !["plugin/no-bindings", "plugin/changed-process"].contains($0.code.rawValue)
      }
  }
}

/// The component that the plugins extend.
enum Workshop: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Bench>) -> BindingReceipt<Bench> {
    bind.to(factory: Bench.init)
  }
}

struct Bench {
  let commands: ThrowingProvider<[any Command]>
}

extension PluginComposition where C == Workshop {
  /// The workshop with the plugins.
  init(_ plugins: [ForeignPlugin]) throws {
    self.init(
      Workshop.self, plugins: try PluginHost(files: plugins.map(\.path)).loadWithoutProbing())
  }

  /// All findings as text.
  var report: String { (rejections + diagnostics).report }
}

extension [Diagnostic] {
  /// The findings as text, with file names instead of paths.
  var report: String {
    map { finding in
      finding.description.split(
        separator: TemporaryDirectory.prefix, omittingEmptySubsequences: false
      )
      .enumerated().map { $0 == 0 ? $1 : $1.drop { $0 != "/" }.dropFirst() }
      .joined()
    }.joined(separator: "\n")
  }
}
