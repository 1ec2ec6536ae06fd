import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

extension FileDefect {
  /// The message, as a predicate whose subject is the file's path.
  package var predicate: String {
    switch self {
    case .unreadable(let number):
      FileSourceError.unreadable(SystemError(number: number)).predicate
    case .brokenLink(let number):
      FileSourceError.brokenLink(SystemError(number: number)).predicate
    case .notARegularFile(let kind): FileSourceError.notARegularFile(kind).predicate
    case .empty: "is empty"
    case .notELF(let kind): "is \(kind), not an ELF shared library"
    case .truncated(let detail): "is truncated: \(detail)"
    case .malformedELF(let detail): "is a malformed ELF file: \(detail)"
    case .wrongClass(let bits):
      "is built for a \(bits)-bit machine, but the host is \(Machine.host.bits)-bit"
    case .wrongByteOrder: "is built for a big-endian machine, but the host is little-endian"
    case .wrongMachine(let machine): "is built for \(machine), but the host runs on \(Machine.host)"
    case .executable: "is an executable program, not a shared library"
    case .objectFile: "is an unlinked object file, not a shared library"
    case .coreFile: "is a core dump, not a shared library"
    case .interposedLibrary(let entry, let library):
      """
      \(library.map { "needs \($0), which " } ?? "")makes the dynamic linker load another library \
      in its place or in addition (\(entry))
      """
    case .notOpenable(let library):
      """
      \(library.map { "needs \($0), which " } ?? "")was linked so that the dynamic linker does not open it in a running \
      process (`-z nodlopen`)
      """
    case .staticStorage(let size, let limit, _):
      """
      needs \(size) bytes of static thread-local storage, but a running process has at most \(limit)
      """
    case .tooLarge(let size, let limit):
      "has \(size) bytes, more than the limit of \(limit)"
    case .malformedNote(let detail): "has a malformed Cleanse note: \(detail)"
    case .unknownNote(let type): "has a Cleanse note of type \(type), which this host can't read"
    case .malformedManifest(let detail): "has an invalid manifest or stamp: \(detail)"
    case .unusablePath(let obstacle): obstacle.predicate
    case .noEntryPoint(let name, let found):
      "does not define the function \(name): \(found.phrase)"
    case .abiMismatch(let host, let plugin):
      "uses version \(plugin) of the plugin interface, but the host uses version \(host)"
    case .stampMismatch: "is incompatible with the host: its build stamp differs"
    case .embeddedFramework: "contains its own copy of the framework"
    case .embeddedSwiftRuntime: "contains its own copy of the Swift runtime"
    case .embeddedContract(let library, _): "contains its own copy of \(library)"
    case .malformedContracts(let mistakes): "has an invalid note of a contract: \(mistakes[0])"
    case .containedContract(let contract):
      "contains its own copy of the contract \(contract.identifier)"
    case .missingContract(let contract, _):
      "needs the contract \(contract.identifier) \(contract.version), which no library provides"
    case .contractMismatch(let contract, let found):
      contract.isSatisfied(by: found.contract)
        ? "was built against another build of the contract \(contract.identifier)"
        : "was built against version \(contract.version) of the contract \(contract.identifier), not \(found.version)"
    case .contradictoryContract(let contract, let other):
      "was built against versions \(contract.version) and \(other.version) of the contract \(contract.identifier)"
    case .contractDisagreement(let contract, let other, _):
      "was built against version \(contract.version) of the contract \(contract.identifier), not \(other.version)"
    case .duplicateContract(let contract, _, _):
      "would load a second copy of the contract \(contract.identifier): \(contract.file)"
    case .libraryConflict(let conflict): conflict.predicate
    case .conflictingData(let data):
      data.count == 1
        ? "would share \(data[0].name) with \(data[0].user), where it has another size"
        : "would share \(data.count) variables with \(data[0].user), where they have other sizes"
    case .missingLibraries(let libraries):
      libraries.count == 1
        ? "needs \(libraries[0].title), which can't be \(libraries[0].unsuitable.isEmpty ? "found" : "loaded")"
        : "needs \(libraries.count) libraries that can't be found"
    case .undefinedFrameworkSymbols(let symbols):
      symbols.count == 1
        ? "refers to a symbol that the host's framework does not define"
        : "refers to \(symbols.count) symbols that the host's framework does not define"
    }
  }

  var notes: [Diagnostic.Note] {
    switch self {
    case .stampMismatch(let differences, _):
      differences.map { Diagnostic.Note($0.description) }
    case .unusablePath(let obstacle): obstacle.note.map { [Diagnostic.Note($0)] } ?? []
    case .embeddedFramework(let symbols, let needsRuntime):
      [Diagnostic.Note("it defines \(symbols.joined(separator: ", "))")]
        + (needsRuntime ? [] : [Diagnostic.Note("it does not need \(EmbeddedFramework.library)")])
    case .embeddedSwiftRuntime:
      [
        Diagnostic.Note(
          "it calls the framework in Swift, but does not need \(EmbeddedSwiftRuntime.library)")
      ]
    case .embeddedContract(_, let types):
      Abridgement.notes(types, of: types.count, "of its types are also defined") {
        Diagnostic.Note("it defines \($0)")
      }
    case .missingContract(_, let malformed):
      Abridgement.notes(malformed, of: malformed.count, "libraries have a malformed note") {
        Diagnostic.Note("\($0) has a malformed note of a contract")
      }
    case .duplicateContract(let contract, let loaded, let user):
      [
        Diagnostic.Note(
          "\(user.map { "\($0) uses" } ?? "the process has loaded") \(loaded.file), version \(loaded.version)"
        ),
        Diagnostic.Note("this copy has version \(contract.version)"),
      ]
    case .contractMismatch(let contract, let found):
      [Diagnostic.Note("\(found.file) provides version \(found.version)")]
        + (found.breakingVersion(since: contract).map {
          [
            Diagnostic.Note(
              "\(found.version) is a new \($0) version, which breaks plugins of earlier ones")
          ]
        } ?? [])
        + (contract.isSatisfied(by: found.contract)
          ? [
            Diagnostic.Note("the library is not built with library evolution"),
            Diagnostic.Note(
              "its sources have the digest \(found.build), those of the plugin's build \(contract.build)"
            ),
          ] : [])
    case .contractDisagreement(_, let other, let user):
      [Diagnostic.Note("\(user) uses version \(other.version)")]
    case .malformedContracts(let mistakes):
      Abridgement.notes(mistakes.dropFirst(), of: mistakes.count - 1, "notes are invalid") {
        Diagnostic.Note("so is another one: \($0)")
      }
    case .libraryConflict(let conflict): conflict.notes
    case .conflictingData(let data):
      Abridgement.notes(data, of: data.count, "variables also have two sizes") {
        Diagnostic.Note("\($0.name) has \($0.size) bytes here, and \($0.other) bytes there")
      }
    case .staticStorage(_, _, let library?):
      [Diagnostic.Note("the largest part is needed by \(library)")]
    case .missingLibraries(let libraries):
      Abridgement.notes(libraries, of: libraries.count, "libraries are missing", note: \.note)
    case .undefinedFrameworkSymbols(let symbols):
      Abridgement.notes(symbols, of: symbols.count, "symbols are also undefined") {
        Diagnostic.Note("\($0) is undefined")
      }
    default: []
    }
  }

  /// The suggested fix.
  var fix: String {
    switch self {
    case .unreadable(errno: ENOENT):
      "check the path and try again; the file may have been renamed or removed"
    case .unreadable(errno: EILSEQ): "rename it to a name in UTF-8"
    case .unreadable(errno: ENAMETOOLONG): "move it to a shorter path, or rename it"
    case .unreadable: "make the file readable by the user who runs the host"
    case .brokenLink: "point the link to the plugin's file, or remove it"
    case .notARegularFile: "remove it from the plugin directory, or rename it"
    case .empty, .truncated: "copy or build the plugin again, and do not interrupt it"
    case .notELF: "remove it from the plugin directory, or build it as a shared library"
    case .interposedLibrary(let entry, let library):
      """
      link \(library == nil ? "the plugin" : "that library") without the option \
      `--\(entry.dropFirst("DT_".count).lowercased())`
      """
    case .notOpenable(let library):
      "link \(library == nil ? "the plugin" : "that library") without `-Wl,-z,nodlopen`"
    case .staticStorage(let size, _, let library):
      """
      compile \(library == nil ? "the plugin" : "that library") without `-ftls-model=initial-exec`, or start the host \
      with a larger reserve: `GLIBC_TUNABLES=\(StaticStorage.setting)=\(size)`
      """
    case .tooLarge: "remove its debug information with `strip --strip-debug`"
    case .malformedELF, .malformedNote:
      "rebuild the plugin, and do not modify the file that the linker wrote"
    case .wrongClass, .wrongByteOrder, .wrongMachine:
      "build the plugin for \(Machine.host)"
    case .coreFile: "remove it from the plugin directory"
    case .executable, .objectFile:
      """
      link it as a shared library: in Swift, declare the product as `.library(name: …, type: .dynamic, targets: …)`; in \
      C and C++, use the option `-shared`; in Rust, set `crate-type = ["cdylib"]`
      """
    case .malformedManifest:
      "fix plugin.json, or the arguments of CLEANSE_PLUGIN, and rebuild the plugin"
    case .malformedContracts:
      "fix the arguments of CLEANSE_CONTRACT in the contract's header, and rebuild the plugin"
    case .unusablePath(let obstacle): obstacle.fix
    case .noEntryPoint:
      """
      in Swift, add the build-tool plugin CleansePluginManifest to the plugin's target; in C, \
      define `int32_t \(PluginNote.defaultEntryPoint)(const cleanse_host *, cleanse_binder *)` with default \
      visibility
      """
    case .abiMismatch(let host, let plugin):
      plugin < host
        ? "rebuild the plugin with the host's cleanse_plugin.h"
        : "use a newer host, or rebuild the plugin with this host's cleanse_plugin.h"
    case .stampMismatch(let differences, let toolchain):
      switch differences.map(\.field) {
      case ["interface"]:
        "build host and plugin from the same Cleanse sources; either may be outdated"
      case [StampDifference.frameworkABI]:
        differences[0].newerFramework.map {
          "use a host of Cleanse \($0) or newer, or rebuild the plugin for this host"
        } ?? "rebuild the plugin for this host"
      default: toolchain.fix
      }
    case .embeddedFramework:
      """
      make the plugin's target depend on the product CleanseRuntime and on no target or product \
      named Cleanse, then rebuild the plugin
      """
    case .embeddedSwiftRuntime: Self.sharingRuntime
    case .embeddedContract(let library, _): Self.sharing(library)
    case .containedContract:
      """
      make the plugin's target depend on the dynamic product of the contract, which must be in a separate package, then \
      rebuild the plugin
      """
    case .unknownNote: "use a newer host, or build the plugin with the tools of this one"
    case .duplicateContract:
      "keep only the newest copy, in a directory that all plugins search"
    case .missingContract(let contract, let malformed):
      malformed.isEmpty
        ? """
        install a library that provides \(contract.identifier) \(contract.version), built with the build-tool plugin \
        CleanseContract
        """
        : "copy or build the library again"
    case .contractMismatch(let contract, let found)
    where found.breakingVersion(since: contract) != nil:
      """
      change each plugin where it does not compile with version \(found.version), and install it as a new version; until all are \
      there, keep the old version of the contract, and of an application that uses it
      """
    case .contractMismatch(let contract, let found):
      contract.isSatisfied(by: found.contract)
        ? "rebuild the plugin against the contract that the host has"
        : "install a newer version of the contract, or rebuild the plugin against the one that the host has"
    case .contradictoryContract:
      """
      rebuild all sources of the plugin, and the static libraries that are linked into it, with the same header of the \
      contract
      """
    case .contractDisagreement:
      "build both plugins against the newer version of the contract"
    case .libraryConflict(let conflict): conflict.fix
    case .conflictingData(let data) where data.contains(where: \.isOfHost):
      "compile the plugin with `-fvisibility=hidden`, so that it has its own variables, or with the headers of the host's library"
    case .conflictingData:
      """
      compile both plugins with `-fno-gnu-unique`, or with `-fvisibility=hidden`, so that each has its own variables; \
      what they are to share belongs in a library that both need
      """
    case .missingLibraries(let libraries): Self.supplying(libraries)
    case .undefinedFrameworkSymbols:
      "rebuild the plugin with the host's framework, or use a host with a newer one"
    }
  }
}

extension FileDefect {
  /// The fix for missing libraries.
  private static func supplying(_ libraries: [MissingLibrary]) -> String {
    guard !libraries.contains(where: \.name.isEmpty) else {
      return "link the file that needs it again, with a current linker"
    }
    let unsuitable = libraries.flatMap(\.unsuitable)
    guard unsuitable.isEmpty else {
      if let file = unsuitable.first(where: \.isUnreadable) {
        return "make \(file.path) readable by the user who runs the host"
      }
      return "replace the unsuitable files with the libraries that the plugin was built with"
    }
    guard !libraries.contains(where: \.isPath) else {
      return """
        give the library a soname with `-Xlinker -soname=NAME`, relink the plugin, and put the \
        library into a directory that is searched
        """
    }
    guard !libraries.contains(where: { isOfMusl($0.name) }) else {
      return
        "build the plugin with a compiler for glibc, which the host uses; it was built for musl"
    }
    let (it, name) = libraries.count == 1 ? ("it", libraries[0].name) : ("them", "them")
    let rpath =
      libraries.allSatisfy(\.searchesPluginDirectory)
      ? "" : ", and link the plugin with `-Xlinker '-rpath=$ORIGIN'`"
    guard !libraries.allSatisfy({ isOfToolchain($0.name) }) else {
      return """
        copy \(it) from `usr/lib/swift/linux` of the plugin's Swift toolchain to the plugin\(rpath)
        """
    }
    return "install \(name), or put \(it) next to the plugin\(rpath)"
  }

  /// Whether a library is a part of the Swift toolchain. A host brings some of them.
  private static func isOfToolchain(_ name: some StringProtocol) -> Bool {
    ["libswift", "libFoundation", "lib_"].contains { name.hasPrefix($0) }
  }

  /// Whether a library is that of another C library, musl. The linker may also record the name of the library's script.
  private static func isOfMusl(_ name: String) -> Bool {
    name == "libc.so" || name.hasPrefix("libc.musl-") || name.hasPrefix("ld-musl-")
  }

  private static let sharingRuntime = "build the plugin without `-static-stdlib`"

  /// The fix for a plugin that contains a copy of a library.
  private static func sharing(_ library: String) -> String {
    let name = lastComponent(of: library)
    return isOfToolchain(name)
      ? sharingRuntime
      : """
      make the plugin's target depend on the dynamic product that provides \(name), which must \
      be in a separate package, then rebuild the plugin
      """
  }
}

extension FileDefect.Toolchain {
  /// The fix: the command that builds a compatible plugin.
  var fix: String {
    guard let framework, let compiler else { return "rebuild the plugin for \(architecture)" }
    return """
      rebuild the plugin: `swift build -c release` against Cleanse \(framework) with \(compiler), \
      for \(architecture)
      """
  }
}
