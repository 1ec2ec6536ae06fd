package import CleanseELF
import CleanseGraph
import CleanseSupport
import Glibc

extension ElfDefect {
  var code: Diagnostic.Code {
    switch self {
    case .unreadable: "plugin/unreadable"
    case .brokenLink: "plugin/broken-link"
    case .notARegularFile: "plugin/not-a-regular-file"
    case .empty: "plugin/empty-file"
    case .notELF: "plugin/not-elf"
    case .truncated: "plugin/truncated"
    case .malformed: "plugin/malformed-elf"
    case .wrongClass: "plugin/wrong-class"
    case .wrongByteOrder: "plugin/wrong-byte-order"
    case .wrongMachine: "plugin/wrong-machine"
    case .executable: "plugin/executable"
    case .objectFile: "plugin/object-file"
    case .coreFile: "plugin/core-file"
    case .interposedLibrary: "plugin/interposed-library"
    case .tooLarge: "plugin/too-large"
    case .malformedNote, .unknownNote: "plugin/malformed-note"
    }
  }

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
    case .malformed(let detail): "is a malformed ELF file: \(detail)"
    case .wrongClass(let bits):
      "is built for a \(bits)-bit machine, but the host is \(Machine.host.bits)-bit"
    case .wrongByteOrder: "is built for a big-endian machine, but the host is little-endian"
    case .wrongMachine(let machine): "is built for \(machine), but the host runs on \(Machine.host)"
    case .executable: "is an executable program, not a shared library"
    case .objectFile: "is an unlinked object file, not a shared library"
    case .coreFile: "is a core dump, not a shared library"
    case .interposedLibrary(let entry):
      "makes the dynamic linker load another library in its place or in addition (\(entry))"
    case .tooLarge(let size, let limit):
      "has \(size) bytes, more than the limit of \(limit)"
    case .malformedNote(let detail): "has a malformed Cleanse note: \(detail)"
    case .unknownNote(let type): "has a Cleanse note of type \(type), which this host can't read"
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
    case .interposedLibrary(let entry): Self.linking("the plugin", without: entry)
    case .tooLarge: "remove its debug information with `strip --strip-debug`"
    case .malformed, .malformedNote:
      "rebuild the plugin, and do not modify the file that the linker wrote"
    case .wrongClass, .wrongByteOrder, .wrongMachine:
      "build the plugin for \(Machine.host)"
    case .coreFile: "remove it from the plugin directory"
    case .executable, .objectFile:
      "declare the plugin as `.library(name: …, type: .dynamic, targets: …)`, and build that"
    case .unknownNote: "use a newer host, or build the plugin with the tools of this one"
    }
  }

  /// The fix for an entry of the dynamic section that names another library.
  static func linking(_ subject: String, without entry: String) -> String {
    "link \(subject) without the option `--\(entry.dropFirst("DT_".count).lowercased())`"
  }
}
