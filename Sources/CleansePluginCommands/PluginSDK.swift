import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseFindingReports
import FoundationEssentials
import Glibc

/// The locations of the files that plugins are built with.
///
/// They are searched for relative to the executable or to the library of the framework, so that no environment variable or
/// compiled-in path is needed.
struct PluginSDK {
  /// A directory relative to that of the executable.
  private struct RelativeDirectory {
    /// The number of parent directories to go up.
    let levels: Int
    let path: String

    /// The absolute path of a file in the directory.
    func file(_ name: String, from executable: String) -> String {
      let above = FilePath(executable).components.dropLast(1 + levels)
      let parts = above + (path.isEmpty ? [] : [FilePath(path)]) + [FilePath(name)]
      return FilePath.root.appending(contentsOf: parts).text
    }
  }

  /// What Swift plugins are compiled with. Only an installation has it.
  struct Swift {
    /// The directory of the interfaces of the framework's modules.
    let modules: String
    /// The program that makes the note and the entry point of a plugin from its `plugin.json`.
    let tool: String
    /// The version of the framework that they belong to; nil if it can't be read.
    let version: String?
  }

  /// The header that C plugins include.
  static let header = "cleanse_plugin.h"

  private static let libraryName = "libCleanseRuntime.so"

  /// In an installation, next to `bin`; in a checkout, where the executable is in
  /// `.build/PLATFORM/CONFIGURATION`, among the sources.
  private static let headerDirectories = [
    RelativeDirectory(levels: 1, path: "include/cleanse"),
    RelativeDirectory(levels: 3, path: "Sources/CCleansePlugin/include"),
  ]
  private static let libraryDirectories = [
    RelativeDirectory(levels: 1, path: "lib"), RelativeDirectory(levels: 0, path: ""),
  ]
  /// The files for authors: in an installation, and in a checkout.
  enum Part: CaseIterable {
    /// The package that plugins in SwiftPM depend on.
    case package
    /// The templates of `new`.
    case templates
    /// The JSON Schemas of the documents.
    case schemas
    /// The crate for plugins in Rust.
    case crate

    /// The paths from the prefix and from the root of a checkout.
    fileprivate var paths: (installed: String, checkout: String) {
      switch self {
      case .package: ("share/cleanse", "")
      case .templates: ("share/cleanse/templates", "Templates")
      case .schemas: ("share/cleanse/schemas", "Documentation/schemas")
      case .crate: ("share/cleanse/rust/cleanse-plugin", "Sources/cleanse-plugin")
      }
    }
  }

  private static let swiftDirectory = RelativeDirectory(levels: 1, path: "lib/cleanse")

  /// The directory of the header.
  let headers: String
  /// The library that the host shares with Swift plugins; nil if it was not found.
  let library: String?
  /// What Swift plugins are compiled with; nil if it was not found.
  let swift: Swift?
  /// The files of ``swift`` that were not found.
  let missing: [String]
  /// The contracts of the application, which its plugins are compiled against; none for the program `host`.
  private(set) var contracts: [ContractSDK] = []
  /// The directories of the headers of contracts, other than that of the framework's header.
  private(set) var contractHeaders: [String] = []
  /// The prefix of the installation, or the root of the checkout.
  private let root: String
  private let isInstalled: Bool

  /// What the program belongs to, or for an application, the installation whose library of the framework it uses.
  ///
  /// - Parameters:
  ///   - executable: The absolute path of the executable, without symbolic links.
  ///   - library: That of the library.
  ///   - contracts: The contracts of the libraries that the program has loaded.
  /// - Throws: A ``CommandFailure`` if neither has the header.
  static func of(
    _ executable: String?, library: String? = LoadedObject.framework,
    contracts: [LoadedContract] = LoadedContract.all()
  ) throws(CommandFailure) -> PluginSDK {
    var sdk = try sdk(of: executable, library)
    sdk.contracts = contracts.map { ContractSDK($0) }
    return sdk
  }

  /// This SDK with contracts that the user has as files. Of several with one identifier, the first one counts; before all, that
  /// of the program.
  func adding(_ directories: [ContractDirectory]) -> PluginSDK {
    var sdk = self
    var known = Set(contracts.map(\.contract.contract.identifier))
    sdk.contracts += directories.flatMap(\.contracts).filter {
      known.insert($0.contract.contract.identifier).inserted
    }
    sdk.contractHeaders = directories.map(\.path)
    return sdk
  }

  private static func sdk(
    of executable: String?, _ library: String?
  ) throws(CommandFailure) -> PluginSDK {
    do throws(CommandFailure) {
      return try PluginSDK(executable: executable)
    } catch {
      let program = library.map(installedProgram)
      guard let program, let sdk = try? PluginSDK(executable: program) else { throw error }
      return sdk
    }
  }

  /// The path that a program of the installation with the library `lib/cleanse/VERSION/NAME` has.
  private static func installedProgram(_ library: String) -> String {
    let directory = FilePath(library).removingLastComponent
    let prefix = directory.removingLastComponent.removingLastComponent.removingLastComponent
    return prefix.appending("bin/host").text
  }

  /// - Parameter executable: The absolute path of the executable, without symbolic links.
  /// - Throws: A ``CommandFailure`` if the header was not found.
  init(executable: String?) throws(CommandFailure) {
    guard let executable else { throw CommandFailure("can't determine the path of this program") }
    let files = Self.headerDirectories.map { $0.file(Self.header, from: executable) }
    guard let header = files.first(where: Self.isReadable) else {
      throw CommandFailure(
        "can't find \(Self.header), which C plugins are built with",
        hints: files.map { "there is no \($0)" })
    }
    headers = Self.directory(of: header)
    isInstalled = header == files[0]
    root = RelativeDirectory(levels: isInstalled ? 1 : 3, path: "").file("", from: executable)
    library = Self.libraryDirectories.map { $0.file(Self.libraryName, from: executable) }
      .first(where: Self.isReadable)
    let module = Self.swiftDirectory.file("modules/CleansePlugin.swiftinterface", from: executable)
    let tool = Self.swiftDirectory.file("bin/plugin-manifest", from: executable)
    let identity = Self.swiftDirectory.file("identity.swift", from: executable)
    missing = [module, tool, identity].filter { !Self.isReadable($0) }
    swift =
      missing.isEmpty && library != nil
      ? Swift(modules: Self.directory(of: module), tool: tool, version: Self.version(in: identity))
      : nil
  }

  /// The directory of a part.
  ///
  /// - Throws: A ``CommandFailure`` if it is missing.
  func found(_ part: Part) throws(CommandFailure) -> String {
    let path = isInstalled ? part.paths.installed : part.paths.checkout
    let directory = path.isEmpty ? String(root.dropLast()) : root + path
    guard Self.isReadable(directory) else {
      throw CommandFailure(
        "can't find the files for authors of plugins", hints: ["there is no \(directory)"])
    }
    return directory
  }

  /// The directory with the configuration of pkg-config; nil if pkg-config searches it anyway, or if this is no
  /// installation.
  var packageConfiguration: String? {
    let directory = root + "lib/pkgconfig"
    let standard = ["/usr/lib/pkgconfig", "/usr/local/lib/pkgconfig"]
    guard isInstalled, Self.isReadable(directory), !standard.contains(directory) else { return nil }
    return directory
  }

  /// Whether packages that depend on the installed one need that directory in `PKG_CONFIG_PATH`: SwiftPM takes a path with blanks as
  /// several names.
  var packageNeedsConfiguration: Bool {
    packageConfiguration.map { $0.utf8.contains(UInt8(ascii: " ")) } ?? false
  }

  /// The version in the file that describes the framework: a member of the JSON in a comment.
  private static func version(in identity: String) -> String? {
    struct Identity: Decodable { let version: String }
    let mark = "// identity: "
    guard let bytes = try? DocumentFile.read(identity, limit: 1 << 20),
      let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: {
        $0.starts(with: mark.utf8)
      })
    else { return nil }
    return try? JSONDecoder().decode(Identity.self, from: Data(line.dropFirst(mark.utf8.count)))
      .version
  }

  /// The warning if the files for Swift plugins are not those of this program.
  var warning: String? {
    guard let swift, swift.version != Version.text else { return nil }
    let found = swift.version.map { "are of version \($0)" } ?? "have no version"
    return "the modules in \(swift.modules) \(found), and this program is of \(Version.text)"
  }

  /// The flags for a C compiler. The entry point has default visibility; everything else is hidden, so that no symbol of
  /// the host or of another plugin takes its place.
  var compilerFlags: [String] { ["-I" + headers, "-fvisibility=hidden"] }

  /// A command that compiles a plugin.
  var command: String {
    (["cc", "-shared", "-fPIC"] + compilerFlags + ["plugin.c", "-o", "plugin.so"])
      .map(Self.quoted).joined(separator: " ")
  }

  /// The flags for `swiftc`; nil if there is nothing to compile against.
  var swiftFlags: [String]? { swiftFlags(for: contracts) }

  private func swiftFlags(for contracts: [ContractSDK]) -> [String]? {
    guard let swift, let library else { return nil }
    return [
      "-emit-library", "-O", "-swift-version", "6", "-parse-as-library",
      // The host has loaded the Swift libraries; the path of this machine's must not be in the plugin.
      "-no-toolchain-stdlib-rpath", "-I", swift.modules, "-I", headers,
      "-L", Self.directory(of: library), "-lCleanseRuntime",
    ] + contracts.flatMap(\.swiftFlags)
  }

  /// The commands that compile a Swift plugin, in this order; nil if there is nothing to compile against.
  var swiftCommands: [String]? {
    swiftCommands(
      manifest: "plugin.json", sources: ["Plugin.swift"], entry: "PluginEntry.swift",
      library: "Plugin.so"
    )?.map { $0.map(Self.quoted).joined(separator: " ") }
  }

  /// The commands that compile a Swift plugin, as words; nil if there is nothing to compile against.
  ///
  /// - Parameters:
  ///   - entry: The source that the first command generates.
  ///   - library: The plugin.
  ///   - contracts: Those of the application that the sources use; nil for all.
  func swiftCommands(
    manifest: String, sources: [String], entry: String, module: String = "Plugin", library: String,
    using contracts: [ContractSDK]? = nil
  ) -> [[String]]? {
    let contracts = contracts ?? self.contracts
    guard let swift, let swiftFlags = swiftFlags(for: contracts) else { return nil }
    return [
      [swift.tool, "entry", manifest, entry] + contracts.flatMap { ["--contract", $0.build] }
        + sources.flatMap { ["--source", "\(module)=\($0)"] },
      ["swiftc"] + swiftFlags + ["-module-name", module, "-o", library] + sources + [entry],
    ]
  }

  /// The error if there is nothing to compile Swift plugins against.
  var withoutSwift: CommandFailure {
    CommandFailure(
      "can't find what Swift plugins are compiled with, which an installation has (scripts/install)",
      hints: missing.map { "there is no \($0)" })
  }

  private static func directory(of file: String) -> String {
    FilePath(file).removingLastComponent.text
  }

  /// Quotes a word for a shell or a makefile.
  static func quoted(_ word: String) -> String {
    let plain = Set("+,-./:=@_~")
    return String(
      word.flatMap { character in
        !character.isASCII || character.isLetter || character.isNumber || plain.contains(character)
          ? [character] : ["\\", character]
      })
  }

  private static func isReadable(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0
  }
}
