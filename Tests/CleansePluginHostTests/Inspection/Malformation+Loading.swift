import ElfImages

/// Faults that would make the dynamic linker crash, hang or load something else.
extension Malformation {
  /// The offset of a field in a program header.
  private enum Field: Int {
    case type = 0
    case flags = 4
    case offset = 8
    case address = 16
    case fileSize = 32
    case memorySize = 40
    case alignment = 48
  }

  /// A valid plugin with other values in a program header: that of the loaded segment, that of the
  /// dynamic section, or an additional one.
  private static func segment(
    _ name: String, _ header: Int, type: UInt64? = nil, _ fields: KeyValuePairs<Field, UInt64>
  ) -> Malformation {
    Malformation(name, "plugin/malformed-elf") {
      var image = try samplePlugin()
      image.extraNoteSegments = 1
      var layout = image.layout
      let header = layout.programHeaders[header]
      if let type { layout.put(type, at: header, size: 4) }
      for (field, value) in fields {
        layout.put(value, at: header + field.rawValue, size: field == .flags ? 4 : 8)
      }
      return layout.bytes
    }
  }

  static let segments: [Malformation] = [
    segment("segment-memory-smaller", 0, [.memorySize: 64]),
    segment(
      "segment-without-memory", 2, type: 1, [.address: 1 << 20, .fileSize: 64, .memorySize: 0]),
    segment(
      "segment-without-memory-at-the-end", 2, type: 1,
      [.flags: 6, .offset: 0, .address: .max, .fileSize: 64, .memorySize: 0]),
    segment("segment-memory-absurd", 0, [.memorySize: 1 << 40]),
    segment("segment-memory-overflow", 0, [.memorySize: .max]),
    segment("segment-without-permissions", 0, [.flags: 0]),
    segment("segment-longer-in-memory", 0, [.flags: 5, .memorySize: 1 << 20]),
    segment("segments-overlap", 2, type: 1, [.memorySize: 1]),
    segment(
      "segments-share-bytes", 2, type: 1,
      [.address: 1 << 20, .fileSize: 64, .memorySize: 64]),
    segment("no-loaded-segment", 0, [.memorySize: 0, .fileSize: 0]),
    segment("dynamic-section-elsewhere", 1, [.address: 8]),
    segment("dynamic-section-beyond", 1, [.address: .max - 7]),
    segment("dynamic-sections", 2, type: 2, [:]),
    segment("relro-outside", 2, type: 0x6474_E552, [.address: 1 << 20, .memorySize: 8]),
    segment("relro-too-long", 2, type: 0x6474_E552, [.memorySize: 1 << 20]),
    segment("property-outside", 2, type: 0x6474_E553, [.address: 1 << 20]),
    segment("thread-local-outside", 2, type: 7, [.address: 1 << 20, .fileSize: 8, .memorySize: 8]),
    segment("thread-local-absurd", 2, type: 7, [.memorySize: 1 << 40]),
    segment("thread-local-alignment", 2, type: 7, [.memorySize: 8, .alignment: 0]),
    segment("program-headers-elsewhere", 2, type: 6, [.fileSize: 56, .memorySize: 56]),
    segment("program-headers-outside", 2, type: 6, [.address: 1 << 20, .fileSize: 56]),
    segment("unwind-table-outside", 2, type: 0x6474_E550, [.address: 1 << 20]),
    segment("property-longer-in-memory", 2, type: 0x6474_E553, [.memorySize: 1 << 20]),
    segment("property-note-too-long", 2, type: 0x6474_E553, [.fileSize: 64, .memorySize: 64]),
    segment("notes-elsewhere", 2, type: 4, [.alignment: 8, .address: 1 << 20]),
  ]

  /// A valid plugin with additional entries in its dynamic section.
  private static func entries(
    _ name: String, _ entries: (tag: UInt64, value: UInt64)...
  ) -> Malformation {
    .image(name, "plugin/malformed-elf") { $0.moreDynamic = entries }
  }

  static let tables: [Malformation] = [
    entries("dynamic-tag-twice", (5, 1)),
    .damage("dynamic-section-endless", "plugin/malformed-elf") { layout in
      layout.put(16, at: layout.programHeaders[1] + 32, size: 8)
    },
    entries("relocations-size", (7, 0x100), (8, 25), (9, 24)),
    entries("relocations-without-size", (7, 0x100), (9, 24)),
    entries("relocations-entry-size", (7, 0x100), (8, 24), (9, 16)),
    entries("relocations-outside", (7, 1 << 40), (8, 24), (9, 24)),
    entries("relocations-in-headers", (7, 8), (8, 24), (9, 24)),
    entries("relocations-beyond", (7, 0x100), (8, 24 << 40), (9, 24)),
    entries(
      "relocations-around-others", (7, 0x138), (8, 240), (9, 24), (23, 0x148), (2, 24), (20, 7),
      (25, 0x178), (27, 8)),
    entries("relocations-relative", (7, 0x100), (8, 24), (9, 24), (0x6FFF_FFF9, 2)),
    entries("relocations-of-no-kind", (23, 0x100), (2, 24), (20, 17)),
    entries("packed-relocations-outside", (36, 1 << 40), (35, 8), (37, 8)),
    entries("initialiser-outside", (12, 1 << 40)),
    entries("finaliser-outside", (13, .max)),
    entries("initialisers-outside", (25, 1 << 40), (27, 8)),
    entries("initialisers-in-headers", (25, 0), (27, 8)),
    entries("initialisers-without-size", (25, 0x200)),
    entries("finalisers-size", (26, 0x200), (28, .max)),
    entries("versions-outside", (0x6FFF_FFF0, 1 << 40)),
    entries("versions-needed-outside", (0x6FFF_FFFE, 1 << 40)),
    entries("versions-defined-count", (0x6FFF_FFFC, 0x200), (0x6FFF_FFFD, .max)),
    entries("search-path-outside", (29, 1 << 40)),
    .damage("hash-table-without-filter", "plugin/malformed-elf") {
      $0.put(0, at: $0.hash + 8, size: 4)
    },
    .damage("hash-table-without-buckets", "plugin/malformed-elf") {
      $0.put(0, at: $0.hash, size: 4)
    },
  ]

  static let standIns: [Malformation] = [
    ("filter", 0x7FFF_FFFF), ("auxiliary", 0x7FFF_FFFD), ("audit", 0x6FFF_FEFC),
    ("depaudit", 0x6FFF_FEFB),
  ].map { name, tag in
    .image("interposed-" + name, "plugin/interposed-library") { $0.moreDynamic = [(tag, 1)] }
  }
}
