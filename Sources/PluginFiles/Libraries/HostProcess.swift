import CleanseSupport
import Glibc

/// What of the process that loads a plugin decides whether the plugin's needs are met.
struct HostProcess: Sendable {
  /// The names under which a library is loaded already: whatever needs one of these gets that library,
  /// wherever it lies.
  var libraryNames: Set<String> = []
  /// Those among them that the program itself brings, so that every process of it has them.
  var programNames: Set<String> = []
  /// Directories that those who open a plugin pass on to it, `DT_RPATH`. Their run paths are theirs
  /// alone.
  var inheritedDirectories: [String] = []
  /// The directories of `LD_LIBRARY_PATH`.
  var environmentDirectories: [String] = []
  /// The list of the system's libraries.
  var cache: LoaderCache?
  /// The directories that are looked at in the end.
  var systemDirectories: [String] = []
  /// Whether the framework is a shared library here.
  ///
  /// Where it is a part of the program itself, as in a tool that was linked with it statically,
  /// no plugin in Swift could work. Such a process can only look at files, so it takes the framework's
  /// library for one that is there, and does not ask which symbols it has.
  var sharesFramework = false
  /// Whether the program or a library that it needs defines a symbol for all others.
  var defines: @Sendable (String) -> Bool = { _ in false }
  /// The path of the library that does so.
  var definer: @Sendable (String) -> String? = { _ in nil }

  /// This process, as it was when somebody first asked.
  ///
  /// What a plugin has brought into the process later does not count: the order in which plugins
  /// are loaded must not decide which of them can be used.
  static let current: HostProcess = {
    let objects = LoadedObject.all()
    var process = HostProcess()
    process.libraryNames = LoadedObject.names(of: objects)
    process.programNames = LoadedObject.names(
      of: LoadedObject.needed(by: objects.first, among: objects))
    let own = objects.first { $0.contains(LoadedObject.here) }
    process.sharesFramework =
      own?.path.split(separator: "/").last == Substring(EmbeddedFramework.library)
    process.libraryNames.insert(EmbeddedFramework.library)
    process.programNames.insert(EmbeddedFramework.library)
    let program = SystemPath.resolved("/proc/self/exe") ?? ""
    for object in [own, objects.first].compactMap(\.self) where object.needs.runPath == nil {
      let path = object.path.isEmpty ? program : object.path
      process.inheritedDirectories += SearchPath.directories(
        object.needs.inheritedPath ?? "", origin: SearchPath.directory(of: path))
    }
    if !LoadedObject.isPrivileged, let list = environmentAtStart("LD_LIBRARY_PATH") {
      process.environmentDirectories = SearchPath.directories(
        list, separators: ":;", origin: SearchPath.directory(of: program))
    }
    process.cache = .system
    process.systemDirectories = SearchPath.system
    process.defines = { Self.globalAddress(of: $0) != nil }
    process.definer = { symbol in
      Self.globalAddress(of: symbol).flatMap { address in
        LoadedObject.all().first { $0.contains(address) }?.path
      }
    }
    return process
  }()

  /// A variable as it was when the process was started, which is when the dynamic linker looked at it.
  private static func environmentAtStart(_ name: String) -> String? {
    guard let stream = unsafe fopen("/proc/self/environ", "re") else {
      return unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    let prefix = Array("\(name)=".utf8)
    return bytes.split(separator: 0).first { $0.starts(with: prefix) }
      .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
  }

  /// Where this process has what a symbol names, if the program or a library that it needs defines
  /// it for all others. Nothing is loaded.
  private static func globalAddress(of symbol: String) -> UInt? {
    // Without a handle the search is one through all of these (`RTLD_DEFAULT`).
    unsafe dlsym(nil, symbol).map { UInt(bitPattern: $0) }
  }
}
