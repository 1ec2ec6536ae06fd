import CleansePluginMetadata
import CleanseSupport

/// The contracts that a shared library provides, and those that it was built against, from its notes.
struct LibraryContracts: Sendable {
  private(set) var provided: [ProvidedContract] = []
  /// The contracts in C that it was built against, each once.
  private(set) var used: [Contract] = []
  /// What is wrong with the notes of such contracts; nil if all can be read.
  private(set) var usedDefect: FileDefect?
  /// Whether the library has a note of a contract that can't be read.
  private(set) var isMalformed = false

  /// Reads the library at a path; an unreadable one provides none.
  init(_ path: String) {
    guard let elf = try? LibraryCatalog.open(path) else {
      self.init()
      return
    }
    self.init(elf, path: path)
  }

  private init() {}

  init(_ elf: borrowing ElfFile, path: String) {
    do throws(FileDefect) {
      let all = try elf.cleanseNotes()
      readUsed(Set(all.lazy.filter { $0.type == .usedContract }.map(\.content)))
      let notes = all.filter { $0.type == .contract }
      guard !notes.isEmpty else { return }
      let isEvolving = Self.definesRequirementBases(elf)
      for note in notes {
        guard let contract = try? Contract(elfDescription: note.content) else {
          isMalformed = true
          continue
        }
        provided.append(ProvidedContract(contract, isEvolving: isEvolving, file: path))
      }
    } catch {
      isMalformed = true
    }
  }

  /// The maximum number of contracts in C that a file is built against. Real files have a few; each can be a finding.
  static let usedLimit = 256

  private mutating func readUsed(_ contents: Set<[UInt8]>) {
    guard contents.count <= Self.usedLimit else {
      usedDefect = .malformedNote(
        "it is built against \(contents.count) contracts in C, more than the limit of \(Self.usedLimit)"
      )
      return
    }
    var mistakes: [String] = []
    for content in contents.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      do throws(ManifestError) {
        used.append(try Contract(elfDescription: content))
      } catch {
        mistakes.append(error.clause)
      }
    }
    if !mistakes.isEmpty { usedDefect = .malformedContracts(mistakes) }
  }

  /// Whether the library defines a base descriptor of a protocol's requirements, which the compiler emits for resilient
  /// protocols alone: a symbol that begins with `$s` and ends with `TL`. (Swift's `docs/ABI/Mangling.rst`.)
  ///
  /// The generated file of each contract declares such a protocol.
  private static func definesRequirementBases(_ elf: borrowing ElfFile) -> Bool {
    var isFound = false
    _ = elf.forEachDefinition { name in
      isFound = isFound || name.starts(with: "$s".utf8) && name.suffix(2).elementsEqual("TL".utf8)
    }
    return isFound
  }
}
