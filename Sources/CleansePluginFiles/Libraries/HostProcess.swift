import CCleanseLoadedObjects
import CleanseSupport

/// The state of the process that loads a plugin, as far as it affects how libraries are found.
struct HostProcess: Sendable {
  /// The names of the loaded libraries. A plugin that needs one of these names gets that library, wherever it
  /// is.
  var libraryNames: Set<LinkerName> = []
  /// Their paths.
  var libraryPaths: [String] = []
  /// The contracts of a process that is known from a document alone.
  var contracts: [ProvidedContract] = []
  /// The names among them that the program itself needs, so that every process of the program has them.
  var programNames: Set<LinkerName> = []
  /// The `DT_RPATH` directories of the objects that open a plugin. Their run paths (`DT_RUNPATH`) do not apply
  /// to the plugin.
  var inheritedDirectories: [FilePath] = []
  /// The `DT_RUNPATH` directories of the object with this code, which apply to what it opens by name.
  var runDirectories: [FilePath] = []
  /// The directories of `LD_LIBRARY_PATH`.
  var environmentDirectories: [FilePath] = []
  /// The system's library cache, `/etc/ld.so.cache`.
  var cache: LoaderCache?
  /// The default directories, which are searched last.
  var systemDirectories: [FilePath] = []
  /// The space for thread-local storage in the static block, in bytes.
  var staticStorageLimit = StaticStorage.limit(reserving: nil)
  /// Whether the framework is a shared library in this process.
  ///
  /// If it is linked statically, as in some tools, no Swift plugin could work. Such a process can only inspect
  /// files, so it assumes that the framework's library is present, and does not check its symbols.
  var sharesFramework = false
  /// Whether it is known which symbols a plugin gets from the program and its libraries instead of its own.
  var knowsInterposition = true
  /// Whether the program or a library that it needs exports a symbol.
  var defines: @Sendable (String) -> Bool = { _ in false }
  /// Whether it exports a symbol with a version, or is a library without versions and exports the symbol.
  var definesVersion: @Sendable (_ symbol: String, _ version: String) -> Bool = { _, _ in false }
  /// The path of the library that exports a symbol.
  var definer: @Sendable (String) -> String? = { _ in nil }

  /// This process, as of the first access.
  ///
  /// Libraries that plugins load later are not included: the order in which plugins are loaded must not decide
  /// which of them can be used.
  static let current: HostProcess = {
    let objects = LoadedObject.all()
    let variables = StartVariables()
    var process = HostProcess()
    process.libraryNames = LoadedObject.names(of: objects)
    process.libraryPaths = objects.dropFirst().map(\.path)
    process.programNames = LoadedObject.names(
      of: LoadedObject.needed(by: objects.first, among: objects))
    let own = objects.first { $0.contains(LoadedObject.here) }
    process.sharesFramework =
      own.map { FilePath($0.path).lastComponent == FilePath(EmbeddedFramework.library) } ?? false
    process.libraryNames.insert(LinkerName(EmbeddedFramework.library))
    process.programNames.insert(LinkerName(EmbeddedFramework.library))
    let program: FilePath = SystemPath.resolved("/proc/self/exe") ?? ""
    for object in [own, objects.first].compactMap(\.self) where object.needs.runPath == nil {
      let path = object.path.isEmpty ? program : FilePath(object.path)
      process.inheritedDirectories += SearchPath.directories(
        object.needs.inheritedPath ?? "", origin: path.removingLastComponent)
    }
    if let own, let list = own.needs.runPath {
      let path = own.path.isEmpty ? program : FilePath(own.path)
      process.runDirectories = SearchPath.directories(list, origin: path.removingLastComponent)
    }
    if !LoadedObject.isPrivileged, let list = variables.value(of: "LD_LIBRARY_PATH") {
      process.environmentDirectories = SearchPath.directories(
        list, separators: ":;", origin: program.removingLastComponent)
    }
    process.cache = .system
    process.systemDirectories = SearchPath.system
    // The dynamic linker enlarges the reserve for auditing libraries.
    process.staticStorageLimit =
      variables.value(of: "LD_AUDIT") != nil
      ? .max
      : StaticStorage.limit(
        reserving: LoadedObject.isPrivileged ? nil : variables.value(of: "GLIBC_TUNABLES"))
    process.defines = { Self.globalAddress(of: $0) != nil }
    process.definesVersion = { unsafe cleanse_exports_version($0, $1) }
    process.definer = { symbol in
      Self.globalAddress(of: symbol).flatMap { address in
        // A later library can have become global.
        (objects.first { $0.contains(address) }
          ?? LoadedObject.all().first { $0.contains(address) })?.path
      }
    }
    return process
  }()

  /// The address of a symbol that the program or a library that it needs exports; nil if there is none. It loads
  /// nothing.
  private static func globalAddress(of symbol: String) -> UInt? {
    // A null handle (`RTLD_DEFAULT`) searches all of these.
    unsafe dlsym(nil, symbol).map { UInt(bitPattern: $0) }
  }
}
