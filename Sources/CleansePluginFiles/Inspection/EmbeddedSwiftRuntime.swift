import CleanseSupport
import CleansePluginMetadata

/// Detects Swift plugins that are linked with a copy of the Swift runtime, as by `-static-stdlib`.
///
/// Two runtimes in one process have separate metadata. What one of them makes, such as the metadata of a generic type of the
/// framework, is invalid in the other, so the first call between plugin and framework can end the process. The linker hides
/// the symbols of the copy, so only their absence is visible: a file that calls the framework in Swift, but imports nothing
/// of a runtime.
enum EmbeddedSwiftRuntime {
  /// The library that contains the runtime and the standard library.
  static let library = "libswiftCore.so"

  /// Whether a file contains a runtime of its own. One that was linked without the driver of the compiler can leave the
  /// runtime to the host: it does not need its library, but imports its symbols.
  static func isContained(in contents: PluginContents, of stamp: ABIStamp) -> Bool {
    guard stamp.language == "swift", let symbols = contents.symbols else { return false }
    return symbols.frameworkImports.contains { $0.bytes.starts(with: "$s".utf8) }
      && !symbols.importsRuntime && !contents.needs.includes(library)
  }

  /// Whether a symbol is a function of the runtime, by its name.
  static func isFunction(_ name: ArraySlice<UInt8>) -> Bool { name.starts(with: prefix) }

  private static let prefix: [UInt8] = Array("swift_".utf8)
}
