import CleanseGraph
import CleanseSupport
import Glibc

extension FileDefect {
  /// What is wrong, as the rest of a sentence that begins with the file's path.
  package var predicate: String {
    switch self {
    case .unreadable(let number): "can't be read: \(SystemError(number: number))"
    case .brokenLink(let number):
      "is a symbolic link that leads to no file: \(SystemError(number: number))"
    case .notARegularFile(let kind): "is \(kind), not a regular file"
    case .empty: "is empty"
    case .notELF(let kind): "is \(kind), not an ELF shared library"
    case .truncated(let detail): "is cut off: \(detail)"
    case .malformedELF(let detail): "is a damaged ELF file: \(detail)"
    case .wrongClass(let bits):
      "is built for a \(bits)-bit machine, the host runs on a \(Machine.host.bits)-bit one"
    case .wrongByteOrder: "is built for a big-endian machine, the host runs on a little-endian one"
    case .wrongMachine(let machine): "is built for \(machine), the host runs on \(Machine.host)"
    case .executable: "is an executable program, not a shared library"
    case .objectFile: "is an object file that was never linked, not a shared library"
    case .coreFile: "is a core dump, not a shared library"
    case .standIn(let entry, let library):
      """
      \(library.map { "needs \($0), which " } ?? "")makes the dynamic linker use another library in its \
      place or beside it (\(entry))
      """
    case .tooLarge(let size, let limit):
      "has \(size) bytes; no more than \(limit) are read"
    case .malformedNote(let detail): "has a Cleanse note that can't be read: \(detail)"
    case .malformedManifest(let detail): "has a note whose contents can't be used: \(detail)"
    case .unusablePath:
      "has a `$` in its path, which the dynamic linker would take for the name of a variable"
    case .noEntryPoint(let found):
      "does not define the function \(EntryPoint.name): \(found.phrase)"
    case .abiMismatch(let host, let plugin):
      "speaks version \(plugin) of the plugin interface, the host version \(host)"
    case .stampMismatch: "was not built with what the host was built with"
    case .embeddedFramework: "holds a copy of the framework of its own"
    case .embeddedContract(let library, _): "holds a copy of its own of \(library)"
    case .missingLibraries(let libraries):
      libraries.count == 1
        ? "needs \(libraries[0].name), which can't be found"
        : "needs \(libraries.count) libraries that can't be found"
    case .undefinedFrameworkSymbols(let symbols):
      symbols.count == 1
        ? "asks for a symbol that the framework of the host does not have"
        : "asks for \(symbols.count) symbols that the framework of the host does not have"
    }
  }

  var notes: [Diagnostic.Note] {
    switch self {
    case .stampMismatch(let differences, _):
      differences.map { Diagnostic.Note($0.description) }
    case .embeddedFramework(let symbols, let needsRuntime):
      [Diagnostic.Note("it defines \(symbols.joined(separator: ", "))")]
        + (needsRuntime ? [] : [Diagnostic.Note("it does not need \(EmbeddedFramework.library)")])
    case .embeddedContract(_, let types):
      Abridgement.notes(types, of: types.count, "of its types are defined, too") {
        Diagnostic.Note("it defines \($0)")
      }
    case .missingLibraries(let libraries):
      Abridgement.notes(libraries, of: libraries.count, "libraries are missing", note: \.note)
    case .undefinedFrameworkSymbols(let symbols):
      Abridgement.notes(symbols, of: symbols.count, "symbols are undefined, too") {
        Diagnostic.Note("\($0) is undefined")
      }
    default: []
    }
  }

  /// What to do about it.
  var fix: String {
    switch self {
    case .unreadable(errno: ENOENT): "look again; it has another name now, or none"
    case .unreadable(errno: EILSEQ): "give it a name in UTF-8"
    case .unreadable(errno: ENAMETOOLONG): "move it to where its path is shorter, or rename it"
    case .unreadable: "make the file readable for the user who runs the host"
    case .brokenLink: "point the link to the plugin's file, or remove it"
    case .notARegularFile: "remove it from the plugin directory, or rename it"
    case .empty, .truncated: "copy or build the plugin again, and let that come to its end"
    case .notELF: "remove it from the plugin directory, or build it as a shared library"
    case .standIn(_, let library):
      """
      link \(library == nil ? "it" : "that library") without the options `--filter`, `--auxiliary`, \
      `--audit` and `--depaudit`
      """
    case .tooLarge: "remove its debug information with `strip --strip-debug`"
    case .malformedELF, .malformedNote:
      "build the plugin again, and leave the file as the linker wrote it"
    case .wrongClass, .wrongByteOrder, .wrongMachine:
      "build the plugin on, or for, \(Machine.host)"
    case .coreFile: "remove it from the plugin directory"
    case .executable, .objectFile:
      "declare the plugin as `.library(name: …, type: .dynamic, targets: …)`, and build that"
    case .malformedManifest:
      "correct plugin.json, or the arguments of CLEANSE_PLUGIN, and build the plugin again"
    case .unusablePath: "move or rename it, so that no part of its path has a `$`"
    case .noEntryPoint:
      """
      in Swift, add the build-tool plugin CleansePluginManifest to the plugin's target; in C, \
      define `int32_t \(EntryPoint.name)(const cleanse_host *, cleanse_binder *)` with default \
      visibility
      """
    case .abiMismatch(let host, let plugin):
      plugin < host
        ? "build the plugin again with the cleanse_plugin.h of the host"
        : "use a newer host, or build the plugin with the cleanse_plugin.h of this one"
    case .stampMismatch(let differences, let toolchain):
      differences.map(\.field) == ["interface"]
        ? "build host and plugin from the same sources of Cleanse; either may be the older one"
        : toolchain.fix
    case .embeddedFramework:
      """
      let the plugin's target depend on the product CleanseRuntime and on no target or product \
      named Cleanse, then build it again
      """
    case .embeddedContract(let library, _): Self.sharing(library)
    case .missingLibraries(let libraries): Self.supplying(libraries)
    case .undefinedFrameworkSymbols:
      "rebuild the plugin against the framework of the host, in the same configuration"
    }
  }
}

extension FileDefect {
  /// How to let the dynamic linker find libraries that it does not.
  private static func supplying(_ libraries: [MissingLibrary]) -> String {
    guard libraries.allSatisfy(\.unsuitable.isEmpty) else {
      return "replace what was found by the libraries that the plugin was built with"
    }
    guard !libraries.contains(where: \.isPath) else {
      return """
        give the library a name of its own with `-Xlinker -soname=NAME`, link the plugin again, and put \
        the library where that name is looked for
        """
    }
    let it = libraries.count == 1 ? "it" : "them"
    let path =
      libraries.allSatisfy(\.isLookedForBeside)
      ? "" : ", and link the plugin with `-Xlinker -rpath=$ORIGIN`"
    return
      "install \(libraries.count == 1 ? libraries[0].name : it), or put \(it) beside the plugin\(path)"
  }

  /// How to link a library dynamically that a plugin holds a copy of.
  private static func sharing(_ library: String) -> String {
    let name = library.split(separator: "/").last ?? ""
    return ["libswift", "libFoundation", "lib_"].contains(where: { name.hasPrefix($0) })
      ? "build the plugin without `-static-stdlib`"
      : """
      let the plugin's target depend on the dynamic product that \(name) comes from, in a package \
      of its own, then build it again
      """
  }
}

extension FileDefect.Toolchain {
  /// The command that makes a plugin that fits.
  var fix: String {
    guard let framework, let compiler else { return "build the plugin again for \(architecture)" }
    return """
      rebuild it: `swift build -c release` against Cleanse \(framework) with \(compiler), \
      for \(architecture)
      """
  }
}
