import CleansePluginFiles
import CleanseSupport

/// Why the dynamic linker can't load a plugin that passed the inspection, as far as its message and the files show it.
enum LoadFailureCause: Equatable {
  /// The plugin needs a version of a symbol that the system's C library is too old for.
  case newerSystem(version: String)
  /// The plugin needs a version of a symbol that the system's C++ library is too old for.
  case newerCompiler(version: String)
  /// A library that was inspected for the plugin does not have the version of a symbol.
  case olderLibrary(path: String)
  /// The library that the process uses does not have the version of a symbol: one of the system that is too old, or
  /// another one of the same name that was loaded before.
  case otherVersion(path: String, version: String)
  /// The process has loaded another library of the same name, which does not have what the plugin needs.
  case otherLibrary(name: String)
  /// A file in the plugin's directory defines the symbol, but the plugin does not need it.
  case unlinked(symbol: String, path: String)
  case staticStorage
  case executableStack
  case notOpenable
  /// The file system does not allow running code.
  case noExecution(directory: String)
}

extension LoadFailureCause {
  /// - Parameters:
  ///   - message: The dynamic linker's message. (glibc's `elf/dl-load.c`, `dl-lookup.c`, `dl-reloc.c` and
  ///     `dl-version.c`; they are translated only if the program sets a locale.)
  ///   - entryPoint: The name of the plugin's entry point.
  ///   - forbidsExecution: Whether a file is on a file system that is mounted with `noexec`.
  init?(
    _ message: String, _ plugin: PluginInspection, entryPoint: String, neededLibraries: [String],
    forbidsExecution: (FilePath) -> Bool = MountFlags.forbidsExecution
  ) {
    let path = FilePath(plugin.file.resolvedPath)
    if let cause = Self.version(in: message, plugin)
      ?? Self.symbol(in: message, plugin, entryPoint, neededLibraries)
    {
      self = cause
    } else if message.contains("in static TLS block") {
      self = .staticStorage
    } else if message.contains("executable stack") {
      self = .executableStack
    } else if message.contains("cannot be dlopen()ed") {
      self = .notOpenable
    } else if message.contains("failed to map segment"), forbidsExecution(path) {
      self = .noExecution(directory: path.removingLastComponent.text)
    } else {
      return nil
    }
  }

  /// The cause of a message such as ``/lib/libz.so.1: version `ZLIB_2.0' not found (required by words.so)``.
  private static func version(in message: String, _ plugin: PluginInspection) -> Self? {
    guard let library = message.firstRange(of: ": version `"),
      let end = message.firstRange(of: "' not found")
    else { return nil }
    guard library.upperBound <= end.lowerBound else { return nil }
    let version = String(message[library.upperBound..<end.lowerBound])
    let path = String(message[..<library.lowerBound])
    if version.hasPrefix("GLIBC_") { return .newerSystem(version: version) }
    if version.hasPrefix("GLIBCXX_") || version.hasPrefix("CXXABI_") {
      return .newerCompiler(version: version)
    }
    return plugin.libraries.contains { FilePath($0.path) == FilePath(path) }
      ? .olderLibrary(path: path) : .otherVersion(path: path, version: version)
  }

  /// The cause of a message such as `words.so: undefined symbol: count_words, version WORDS_2`.
  private static func symbol(
    in message: String, _ plugin: PluginInspection, _ entryPoint: String,
    _ neededLibraries: [String]
  ) -> Self? {
    guard let symbol = undefinedSymbol(in: message) else { return nil }
    // Each plugin in the directory defines one of this name, which is of no use to this plugin.
    guard symbol != entryPoint else { return nil }
    // A library that the plugin needs defines it, so another one was loaded under this name.
    let directory = FilePath(plugin.file.resolvedPath).removingLastComponent
    let needed =
      plugin.libraries.map(\.path) + neededLibraries.map { directory.appending($0).text }
    if let path = SymbolSearch.definer(of: symbol, among: needed) {
      return .otherLibrary(name: lastComponent(of: path))
    }
    guard let path = SymbolSearch.neighbour(of: plugin.file, defining: symbol) else { return nil }
    return .unlinked(symbol: symbol, path: path)
  }

  /// The symbol that the message reports as undefined; nil for another message.
  static func undefinedSymbol(in message: String) -> String? {
    message.firstRange(of: "undefined symbol: ").map { start in
      String(message[start.upperBound...].prefix { $0 != "," && $0 != " " && $0 != "\t" })
    }
  }
}

extension LoadFailureCause {
  /// The suggested fix.
  var fix: String {
    switch self {
    case .newerSystem(let version):
      """
      build the plugin on the oldest system that it is to run on: it needs \(version), which is newer than this system's \
      C library
      """
    case .newerCompiler(let version):
      """
      install a libstdc++ that has \(version), or link the plugin with `-static-libstdc++ -static-libgcc \
      -Wl,--exclude-libs,ALL`
      """
    case .olderLibrary(let path):
      "replace \(path) with the version that the plugin was built with, or build the plugin with this one"
    case .otherVersion(let path, let version):
      """
      the process uses \(path), which lacks \(version): install a newer one, or link the plugin's \
      \(lastComponent(of: path)) statically, with `-Wl,--exclude-libs,ALL`, or build it with another soname
      """
    case .otherLibrary(let name):
      """
      the process has loaded another file of \(name) before; link the plugin's \(name) statically, with \
      `-Wl,--exclude-libs,ALL`, or build it with another soname
      """
    case .unlinked(let symbol, let path):
      """
      \(path) defines \(symbol), but a plugin sees only what it is linked with: link it with that file and \
      `'-Wl,-rpath,$ORIGIN'`, or put what both use into a library that both are linked with
      """
    case .staticStorage:
      """
      compile the plugin and its libraries without `-ftls-model=initial-exec`, or start the host with a larger reserve: \
      `GLIBC_TUNABLES=glibc.rtld.optional_static_tls=BYTES`
      """
    case .executableStack: "link the plugin and its libraries with `-Wl,-z,noexecstack`"
    case .notOpenable: "link the plugin and its libraries without `-Wl,-z,nodlopen`"
    case .noExecution(let directory):
      "\(directory) is on a file system that is mounted with `noexec`: mount it with `exec`, or move the plugin"
    }
  }
}
