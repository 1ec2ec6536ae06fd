import CleanseGraph
package import CleansePluginMetadata
import CleanseSupport

/// The reason why a file can't be used as a plugin.
///
/// The readers throw defects without paths or messages. `FileDefect+Wording.swift` has the messages, and
/// ``diagnostic(of:origin:)`` combines the message and the path.
package enum FileDefect: Error, Equatable {
  case unreadable(errno: Int32)
  case brokenLink(errno: Int32)
  /// With the kind of the entry, as in `a FIFO`.
  case notARegularFile(String)
  case empty
  /// With the likely format, as in `a text file`.
  case notELF(String)
  /// With the part that extends past the end of the file.
  case truncated(String)
  case malformedELF(String)
  /// With the word size that it is built for, in bits.
  case wrongClass(bits: Int)
  case wrongByteOrder
  case wrongMachine(Machine)
  case executable
  case objectFile
  case coreFile
  /// With the entry of the dynamic section that names another library, and the path of the needed library that has
  /// the entry; nil for the plugin itself.
  case interposedLibrary(String, library: String? = nil)
  /// The dynamic linker refuses to open the file after the start of the process. With the path of the needed library
  /// that it refuses; nil for the plugin itself.
  case notOpenable(library: String? = nil)
  /// With the size of the thread-local storage that the plugin needs in the static block, the space there, and the path
  /// of the library that needs most of it; nil for the plugin itself.
  case staticStorage(size: UInt64, limit: UInt64, library: String?)
  case tooLarge(size: UInt64, limit: UInt64)
  case malformedNote(String)
  /// With the type of the note.
  case unknownNote(UInt32)
  /// With the error of the manifest's reader.
  case malformedManifest(String)
  case unusablePath(PathObstacle)
  /// With the symbol that the note names.
  case noEntryPoint(String, EntryPoint)
  case abiMismatch(host: Int, plugin: Int)
  case stampMismatch([StampDifference], rebuildWith: Toolchain)
  /// With some of the framework's type descriptors that the plugin defines.
  case embeddedFramework(symbols: [String], needsRuntime: Bool)
  /// The plugin calls the framework in Swift, but imports no Swift runtime.
  case embeddedSwiftRuntime
  /// With the path of the library, and the library's type descriptors that the plugin defines.
  case embeddedContract(library: String, types: [String])
  /// Contracts in C whose notes can't be read, each with the mistake; at least one.
  case malformedContracts([String])
  /// Two versions of a contract that a plugin was built against, and don't fit together.
  case contradictoryContract(Contract, other: Contract)
  /// A contract whose library is linked into the plugin.
  case containedContract(Contract)
  /// With the paths of libraries with a note of a contract that can't be read.
  case missingContract(Contract, malformed: [String])
  /// With the contract that the plugin was built against, and the one that it would get.
  case contractMismatch(Contract, ProvidedContract)
  /// With the contract in C that the plugin was built against, and the one that another plugin uses.
  case contractDisagreement(Contract, other: Contract, user: String)
  /// With the copy that the plugin would load, the one that is loaded before, and the identifier of the plugin that loads
  /// that; nil if the process has loaded it.
  case duplicateContract(ProvidedContract, loaded: ProvidedContract, by: String?)
  /// The dynamic linker would use a library of another plugin in place of the plugin's own, or the other way round.
  case libraryConflict(LibraryConflict)
  /// Data of which a process has one definition, although that of another plugin has another size.
  case conflictingData([DataConflict])
  case missingLibraries([MissingLibrary])
  case undefinedFrameworkSymbols([String])

  /// The toolchain that builds plugins compatible with a host.
  package struct Toolchain: Equatable {
    var framework: String?
    var compiler: String?
    var architecture: String
  }

  /// The diagnostic for the defect of a file.
  func diagnostic(of file: PluginFile, origin: String?) -> Diagnostic {
    var notes = notes
    if file.isLink, FilePath(file.resolvedPath) != FilePath(file.path) {
      notes.append(Diagnostic.Note("\(file.path) is a symbolic link to \(file.resolvedPath)"))
    }
    if case .unreadable = self, !file.isNameable {
      notes.append(Diagnostic.Note("its name is not valid UTF-8"))
    }
    return Diagnostic(
      code, .error, "\(file.path) \(predicate)", provenance: origin.map { Provenance(origin: $0) },
      notes: notes, fix: fix, arguments: [.file(file.path)] + arguments)
  }

  /// The arguments that distinguish the defect from others with the same code in the same file.
  private var arguments: [Diagnostic.Argument] {
    switch self {
    case .contractMismatch(let contract, _): [.init("contract", contract.identifier)]
    case .embeddedContract(let library, _): [.init("library", lastComponent(of: library))]
    case .libraryConflict(let conflict): [.init("library", conflict.name)]
    case .notOpenable(let library?), .staticStorage(_, _, let library?):
      [.init("library", lastComponent(of: library))]
    case .conflictingData(let data): [.init("plugin", data[0].user)]
    case .missingLibraries(let libraries):
      Set(libraries.map { lastComponent(of: $0.name) }).sorted().map { .init("library", $0) }
    default: []
    }
  }

  private var code: Diagnostic.Code {
    switch self {
    case .unreadable: "plugin/unreadable"
    case .brokenLink: "plugin/broken-link"
    case .notARegularFile: "plugin/not-a-regular-file"
    case .empty: "plugin/empty-file"
    case .notELF: "plugin/not-elf"
    case .truncated: "plugin/truncated"
    case .malformedELF: "plugin/malformed-elf"
    case .wrongClass: "plugin/wrong-class"
    case .wrongByteOrder: "plugin/wrong-byte-order"
    case .wrongMachine: "plugin/wrong-machine"
    case .executable: "plugin/executable"
    case .objectFile: "plugin/object-file"
    case .coreFile: "plugin/core-file"
    case .interposedLibrary: "plugin/interposed-library"
    case .notOpenable: "plugin/no-dlopen"
    case .staticStorage: "plugin/static-tls"
    case .tooLarge: "plugin/too-large"
    case .malformedNote, .unknownNote: "plugin/malformed-note"
    case .malformedManifest, .malformedContracts: "plugin/malformed-manifest"
    case .unusablePath: "plugin/unusable-path"
    case .noEntryPoint: "plugin/no-entry-point"
    case .abiMismatch: "plugin/abi-mismatch"
    case .stampMismatch: "plugin/stamp-mismatch"
    case .embeddedFramework: "plugin/embedded-framework"
    case .embeddedSwiftRuntime: "plugin/embedded-swift-runtime"
    case .embeddedContract, .containedContract: "plugin/embedded-contract"
    case .missingContract: "plugin/missing-contract"
    case .contractMismatch, .contractDisagreement, .contradictoryContract:
      "plugin/contract-mismatch"
    case .duplicateContract: "plugin/duplicate-contract"
    case .libraryConflict: "plugin/library-conflict"
    case .conflictingData: "plugin/conflicting-data"
    case .missingLibraries: "plugin/needed-library-missing"
    case .undefinedFrameworkSymbols: "plugin/undefined-framework-symbol"
    }
  }
}
