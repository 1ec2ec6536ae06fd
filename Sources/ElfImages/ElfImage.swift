/// A shared library built byte by byte, to create any malformation without a compiler.
///
/// With the default values it is a plugin that an inspector accepts. The whole file is one loaded segment
/// that is writable and executable; addresses equal offsets. With ``code`` it can also be loaded.
public struct ElfImage {
  public struct Symbol {
    public var name: String
    /// The type; a function by default.
    public var kind: UInt8 = 2
    /// The binding; global by default.
    public var binding: UInt8 = 1
    /// The section index; zero for an undefined symbol.
    public var section: UInt16 = 1

    public init(name: String, kind: UInt8 = 2, binding: UInt8 = 1, section: UInt16 = 1) {
      self.name = name
      self.kind = kind
      self.binding = binding
      self.section = section
    }
  }

  public struct Note {
    public var name: [UInt8] = Array("Cleanse\0".utf8)
    public var type: UInt32 = 1
    public var content: [UInt8]
    /// The sizes in the header, if they differ from the actual ones.
    public var nameSize: UInt32?
    public var contentSize: UInt32?

    public init(
      name: [UInt8] = Array("Cleanse\0".utf8), type: UInt32 = 1, content: [UInt8],
      nameSize: UInt32? = nil, contentSize: UInt32? = nil
    ) {
      self.name = name
      self.type = type
      self.content = content
      self.nameSize = nameSize
      self.contentSize = contentSize
    }
  }

  public enum HashTable {
    case gnu
    case systemV
    case none
  }

  public var machine = machineHere
  public var type: UInt16 = 3
  public var notes: [Note]
  public var symbols = [
    Symbol(name: "malloc", section: 0), Symbol(name: "cleanse_plugin_configure"),
  ]
  public var needed = ["libCleanseRuntime.so", "libc.so.6"]
  public var hashTable = HashTable.gnu
  public var flags1: UInt64 = 0
  /// Additional entries of the dynamic section.
  public var moreDynamic: [(tag: UInt64, value: UInt64)] = []
  /// Additional tables that the dynamic section refers to.
  public var tables: [Table] = []
  public var name: String?
  public var runPath: String?
  public var inheritedPath: String?
  /// The code of every function that the file defines. The dynamic section then has a separate segment,
  /// because a system may not allow pages that are both writable and executable.
  public var code: MachineCode?
  public var hasInterpreter = false
  public var hasDynamicSection = true
  /// Whether a header says that the stack need not be executable.
  public var hasStackHeader = true
  public var hasSectionHeaders = true
  /// The number of additional note headers, which all refer to `extraNotes`.
  public var extraNoteSegments = 0
  /// The contents of the additional note headers, before the notes.
  public var extraNotes: [UInt8] = []

  public init(note: [UInt8]) {
    notes = [Note(content: note)]
  }

  /// Creates a library without a plugin's note.
  public init() {
    notes = []
  }

  /// The contents of the file.
  public var bytes: [UInt8] { layout.bytes }

  /// The contents of the file with the offsets of its parts.
  public var layout: Layout { Layout(self) }

  /// The contents of the file and the offsets of its parts, for tests that damage one.
  public struct Layout {
    public var bytes: [UInt8] = []
    /// The offset of each program header: load, dynamic, then additional notes, notes, interpreter, the segment of the
    /// dynamic section and stack, if present.
    public private(set) var programHeaders: [Int] = []
    public private(set) var note = 0
    public private(set) var hash = 0
    public private(set) var symbols = 0
    public private(set) var strings = 0
    public private(set) var dynamic = 0
    /// The offset of writable space for relocations, if there are additional tables.
    public private(set) var spare = 0
    /// The offset of each additional table.
    public private(set) var tables: [Int] = []
    public private(set) var sectionHeaders = 0

    fileprivate init(_ image: ElfImage) {
      let count =
        1 + (image.hasDynamicSection ? 1 : 0) + (image.notes.isEmpty ? 0 : 1)
        + (image.hasInterpreter ? 1 : 0) + image.extraNoteSegments + (image.code == nil ? 0 : 1)
        + (image.hasStackHeader ? 1 : 0)
      programHeaders = (0..<count).map { 64 + 56 * $0 }
      bytes = [UInt8](repeating: 0, count: 64 + 56 * count)
      let extra = begin()
      bytes += image.extraNotes
      note = begin()
      for entry in image.notes { append(entry) }
      let noteSize = bytes.count - note
      var strings = StringTable()
      let names = image.symbols.map { strings.add($0.name) }
      let needed = image.needed.map { strings.add($0) }
      let texts = [(14, image.name), (15, image.inheritedPath), (29, image.runPath)]
        .compactMap { entry in entry.1.map { (tag: UInt64(entry.0), offset: strings.add($0)) } }
      let code = begin()
      bytes += image.code?.bytes ?? []
      hash = begin()
      appendHash(image)
      symbols = begin()
      bytes += [UInt8](repeating: 0, count: 24)
      for (symbol, name) in zip(image.symbols, names) {
        append32(UInt32(name))
        bytes += [symbol.binding << 4 | symbol.kind, 0]
        append16(symbol.section)
        // Without code the address is arbitrary, but inside the segment.
        append64(UInt64(image.code == nil ? hash : code))
        append64(8)
      }
      self.strings = begin()
      bytes += strings.bytes
      if !image.tables.isEmpty {
        spare = begin()
        bytes += [UInt8](repeating: 0, count: 64)
      }
      for table in image.tables {
        tables.append(begin())
        bytes += table.bytes(spare)
      }
      let textEnd = bytes.count
      dynamic = begin(at: image.code == nil ? 8 : Self.pageSize)
      for offset in needed { append64(1, UInt64(offset)) }
      for text in texts { append64(text.tag, UInt64(text.offset)) }
      if image.hashTable == .gnu { append64(0x6FFF_FEF5, UInt64(hash)) }
      if image.hashTable == .systemV { append64(4, UInt64(hash)) }
      append64(5, UInt64(self.strings))
      append64(6, UInt64(symbols))
      append64(10, UInt64(strings.bytes.count))
      append64(11, 24)
      if image.flags1 != 0 { append64(0x6FFF_FFFB, image.flags1) }
      for (table, offset) in zip(image.tables, tables) {
        append64(table.tag, UInt64(offset))
        for entry in table.entries { append64(entry.tag, entry.value) }
        if let tag = table.sizeTag { append64(tag, UInt64(table.bytes(spare).count)) }
      }
      for entry in image.moreDynamic { append64(entry.tag, entry.value) }
      append64(0, 0)
      let end = bytes.count
      sectionHeaders = begin()
      if image.hasSectionHeaders { bytes += [UInt8](repeating: 0, count: 64) }

      putHeader(image, programHeaders: count)
      var headers = programHeaders[...]
      if image.code == nil {
        putProgramHeader(&headers, type: 1, offset: 0, size: end)
      } else {
        putProgramHeader(
          &headers, type: 1, flags: 5, offset: 0, size: textEnd, alignment: Self.pageSize)
      }
      if image.hasDynamicSection {
        putProgramHeader(&headers, type: 2, offset: dynamic, size: end - dynamic)
      }
      for _ in 0..<image.extraNoteSegments {
        putProgramHeader(&headers, type: 4, offset: extra, size: image.extraNotes.count)
      }
      if !image.notes.isEmpty {
        putProgramHeader(&headers, type: 4, offset: note, size: noteSize)
      }
      if image.hasInterpreter {
        putProgramHeader(&headers, type: 3, offset: self.strings, size: 1)
      }
      if image.code != nil {
        putProgramHeader(
          &headers, type: 1, flags: 6, offset: dynamic, size: end - dynamic,
          alignment: Self.pageSize)
      }
      if image.hasStackHeader {
        // `PT_GNU_STACK`: without it the dynamic linker would make the stack executable.
        putProgramHeader(&headers, type: 0x6474_E551, flags: 6, offset: 0, size: 0)
      }
    }

    /// The largest page size of the supported machines.
    private static let pageSize = 1 << 16
  }
}

/// A table of null-terminated names; the first is empty.
private struct StringTable {
  public private(set) var bytes: [UInt8] = [0]

  public mutating func add(_ name: String) -> Int {
    defer { bytes += Array(name.utf8) + [0] }
    return bytes.count
  }
}

extension ElfImage.Layout {
  private mutating func begin(at multiple: Int = 8) -> Int {
    bytes += [UInt8](repeating: 0, count: (multiple - bytes.count % multiple) % multiple)
    return bytes.count
  }

  private mutating func append(_ note: ElfImage.Note) {
    append32(note.nameSize ?? UInt32(note.name.count))
    append32(note.contentSize ?? UInt32(note.content.count))
    append32(note.type)
    for part in [note.name, note.content] {
      bytes += part + [UInt8](repeating: 0, count: (4 - part.count % 4) % 4)
    }
  }

  private mutating func appendHash(_ image: ElfImage) {
    switch image.hashTable {
    case .none: break
    case .systemV:
      append32(1)
      append32(UInt32(image.symbols.count + 1))
      append32(1)
      for index in 0...image.symbols.count {
        append32(index == 0 || index == image.symbols.count ? 0 : UInt32(index + 1))
      }
    case .gnu:
      // One bucket; symbols from the first defined one on are hashed.
      let first = (image.symbols.firstIndex { $0.section != 0 } ?? image.symbols.count) + 1
      let hashed = image.symbols[(first - 1)...]
      append32(1)
      append32(UInt32(first))
      append32(1)
      append32(6)
      append64(UInt64.max)
      append32(hashed.isEmpty ? 0 : UInt32(first))
      for (index, symbol) in zip(hashed.indices, hashed) {
        let hash = symbol.name.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        append32(index == hashed.indices.last ? hash | 1 : hash & ~1)
      }
    }
  }

  private mutating func putHeader(_ image: ElfImage, programHeaders: Int) {
    bytes.replaceSubrange(
      0..<16, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9))
    put(UInt64(image.type), at: 16, size: 2)
    put(UInt64(image.machine), at: 18, size: 2)
    put(1, at: 20, size: 4)
    put(64, at: 32, size: 8)
    put(image.hasSectionHeaders ? UInt64(sectionHeaders) : 0, at: 40, size: 8)
    put(64, at: 52, size: 2)
    put(56, at: 54, size: 2)
    put(UInt64(programHeaders), at: 56, size: 2)
    put(64, at: 58, size: 2)
    put(image.hasSectionHeaders ? 1 : 0, at: 60, size: 2)
  }

  private mutating func putProgramHeader(
    _ headers: inout ArraySlice<Int>, type: UInt64, flags: UInt64 = 7, offset: Int, size: Int,
    alignment: Int = 4
  ) {
    guard let header = headers.popFirst() else { return }
    put(type, at: header, size: 4)
    put(flags, at: header + 4, size: 4)
    for field in [8, 16, 24] { put(UInt64(offset), at: header + field, size: 8) }
    for field in [32, 40] { put(UInt64(size), at: header + field, size: 8) }
    put(UInt64(alignment), at: header + 48, size: 8)
  }

  /// Overwrites a little-endian number.
  public mutating func put(_ value: UInt64, at offset: Int, size: Int) {
    for index in 0..<size {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
    }
  }

  /// Truncates the file.
  public mutating func truncate(to count: Int) {
    bytes.removeLast(max(0, bytes.count - count))
  }

  private mutating func append16(_ value: UInt16) { append(UInt64(value), size: 2) }
  private mutating func append32(_ value: UInt32) { append(UInt64(value), size: 4) }
  private mutating func append64(_ values: UInt64...) {
    for value in values { append(value, size: 8) }
  }

  private mutating func append(_ value: UInt64, size: Int) {
    bytes += [UInt8](repeating: 0, count: size)
    put(value, at: bytes.count - size, size: size)
  }
}
