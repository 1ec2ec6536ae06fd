import CleanseGraph

/// Why a file can't be used as a plugin, before there is a message.
///
/// The readers throw defects and know neither paths nor wording; `FileDefect+Wording.swift` holds
/// what people read, and ``diagnostic(of:origin:)`` puts both together.
package enum FileDefect: Error, Equatable {
  case unreadable(errno: Int32)
  case brokenLink(errno: Int32)
  /// With what it is instead, as in `a FIFO`.
  case notARegularFile(String)
  case empty
  /// With what it looks like instead, as in `a text file`.
  case notELF(String)
  /// With what ends beyond the file's end.
  case truncated(String)
  case malformedELF(String)
  /// With the width that it is built for, in bits.
  case wrongClass(bits: Int)
  case wrongByteOrder
  case wrongMachine(Machine)
  case executable
  case objectFile
  case coreFile
  /// With the entry of the dynamic section that names another library, and the path of the needed library that has it,
  /// if it is not the plugin itself.
  case standIn(String, library: String? = nil)
  case tooLarge(size: UInt64, limit: UInt64)
  case malformedNote(String)
  /// With what the manifest's reader says of it.
  case malformedManifest(String)
  /// The dynamic linker would take the path for another one.
  case unusablePath
  case noEntryPoint(EntryPoint)
  case abiMismatch(host: Int, plugin: Int)
  case stampMismatch([StampDifference], rebuildWith: Toolchain)
  /// With the names of some of the types that it defines.
  case embeddedFramework(symbols: [String], needsRuntime: Bool)
  /// With the path of the library, and the descriptors of those of its types that it defines.
  case embeddedContract(library: String, types: [String])
  case missingLibraries([MissingLibrary])
  case undefinedFrameworkSymbols([String])

  /// What a plugin has to be rebuilt with to fit a host.
  package struct Toolchain: Equatable {
    var framework: String?
    var compiler: String?
    var architecture: String
  }

  /// The defect as a finding about a file.
  func diagnostic(of file: PluginFile, origin: String?) -> Diagnostic {
    var notes = notes
    if file.isLink, file.resolvedPath != file.path {
      notes.append(Diagnostic.Note("\(file.path) is a link to \(file.resolvedPath)"))
    }
    if case .unreadable = self, !file.isNameable {
      notes.append(Diagnostic.Note("its name is not valid UTF-8"))
    }
    return Diagnostic(
      code, .error, "\(file.path) \(predicate)", provenance: origin.map { Provenance(origin: $0) },
      notes: notes, fix: fix, arguments: [.file(file.path)] + arguments)
  }

  /// What tells the defect from another one of the same code in the same file.
  private var arguments: [Diagnostic.Argument] {
    switch self {
    case .embeddedContract(let library, _): [.init("library", lastComponent(of: library))]
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
    case .standIn: "plugin/interposed-library"
    case .tooLarge: "plugin/too-large"
    case .malformedNote: "plugin/malformed-note"
    case .malformedManifest: "plugin/malformed-manifest"
    case .unusablePath: "plugin/unusable-path"
    case .noEntryPoint: "plugin/no-entry-point"
    case .abiMismatch: "plugin/abi-mismatch"
    case .stampMismatch: "plugin/stamp-mismatch"
    case .embeddedFramework: "plugin/embedded-framework"
    case .embeddedContract: "plugin/embedded-contract"
    case .missingLibraries: "plugin/needed-library-missing"
    case .undefinedFrameworkSymbols: "plugin/undefined-framework-symbol"
    }
  }
}
