import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import Testing

/// A file that is not a usable plugin, and the codes that are reported for it.
struct Malformation: CustomTestStringConvertible, Sendable {
  /// Also the name of the golden file.
  let name: String
  let codes: [String]
  let bytes: @Sendable () throws -> [UInt8]

  var testDescription: String { name }

  init(_ name: String, _ codes: String..., bytes: @escaping @Sendable () throws -> [UInt8]) {
    self.name = name
    self.codes = codes
    self.bytes = bytes
  }

  /// A valid plugin with one thing changed before it is laid out.
  static func image(
    _ name: String, _ codes: String..., change: @escaping @Sendable (inout ElfImage) -> Void
  ) -> Malformation {
    Malformation(name, codes) {
      var image = try samplePlugin()
      change(&image)
      return image.bytes
    }
  }

  /// A valid plugin with one thing overwritten afterwards.
  static func damage(
    _ name: String, _ codes: String...,
    damage: @escaping @Sendable (inout ElfImage.Layout) -> Void
  ) -> Malformation {
    Malformation(name, codes) {
      var layout = try samplePlugin().layout
      damage(&layout)
      return layout.bytes
    }
  }

  /// A valid plugin with another stamp.
  static func stamp(_ name: String, _ codes: String..., stamp: ABIStamp) -> Malformation {
    Malformation(name, codes) { try samplePlugin(sampleNote(stamp: stamp)).bytes }
  }

  private init(_ name: String, _ codes: [String], bytes: @escaping @Sendable () throws -> [UInt8]) {
    self.name = name
    self.codes = codes
    self.bytes = bytes
  }
}

extension Malformation {
  static let all =
    notElf + header + truncated + note + dynamic + symbols + stamps + segments + tables + standIns
    + versions + relocations + hashes

  private static let notElf: [Malformation] = [
    Malformation("empty-file", "plugin/empty-file") { [] },
    Malformation("text-file", "plugin/not-elf") { Array("#!/bin/sh\necho hello\n".utf8) },
    Malformation("archive", "plugin/not-elf") { Array("!<arch>\n/               0".utf8) },
    Malformation("binary-file", "plugin/not-elf") { [0, 1, 2, 3] },
    Malformation("windows-library", "plugin/not-elf") { Array("MZ".utf8) + [0x90, 0] },
    Malformation("mac-library", "plugin/not-elf") { [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1] },
  ]

  private static let header: [Malformation] = [
    .damage("wrong-class", "plugin/wrong-class") { $0.put(1, at: 4, size: 1) },
    .damage("unknown-class", "plugin/malformed-elf") { $0.put(7, at: 4, size: 1) },
    .damage("wrong-byte-order", "plugin/wrong-byte-order") { $0.put(2, at: 5, size: 1) },
    .damage("unknown-byte-order", "plugin/malformed-elf") { $0.put(0, at: 5, size: 1) },
    .damage("unknown-version", "plugin/malformed-elf") { $0.put(9, at: 6, size: 1) },
    .image("wrong-machine", "plugin/wrong-machine") { $0.machine = 243 },
    .image("unknown-machine", "plugin/wrong-machine") { $0.machine = 60_000 },
    .image("executable", "plugin/executable") { $0.type = 2 },
    .image("executable-flag", "plugin/executable") { $0.flags1 = 0x0800_0000 },
    .image("executable-interpreter", "plugin/executable") {
      $0.hasInterpreter = true
      $0.moreDynamic = [(tag: 21, value: 0)]
    },
    Malformation("executable-without-note", "plugin/executable") {
      var image = ElfImage()
      image.flags1 = 0x0800_0001
      return image.bytes
    },
    .image("object-file", "plugin/object-file") { $0.type = 1 },
    .image("core-file", "plugin/core-file") { $0.type = 4 },
    .image("unknown-type", "plugin/malformed-elf") { $0.type = 99 },
    .damage("no-program-headers", "plugin/malformed-elf") { $0.put(0, at: 56, size: 2) },
    .image("too-many-program-headers", "plugin/malformed-elf") { $0.extraNoteSegments = 253 },
    .damage("program-header-size", "plugin/malformed-elf") { $0.put(55, at: 54, size: 2) },
  ]

  private static let truncated: [Malformation] = [
    .damage("truncated-identification", "plugin/truncated") { $0.truncate(to: 6) },
    .damage("truncated-header", "plugin/truncated") { $0.truncate(to: 63) },
    .damage("truncated-program-headers", "plugin/truncated") { $0.truncate(to: 100) },
    .damage("program-headers-beyond", "plugin/truncated") { $0.put(.max, at: 32, size: 8) },
    .damage("truncated-note", "plugin/truncated") { $0.truncate(to: $0.note + 20) },
    .damage("truncated-segment", "plugin/truncated") { $0.truncate(to: $0.symbols) },
    .damage("segment-overflow", "plugin/truncated") {
      $0.put(.max - 5, at: $0.programHeaders[0] + 8, size: 8)
    },
    .damage("truncated-section-headers", "plugin/truncated") {
      $0.truncate(to: $0.sectionHeaders + 10)
    },
  ]

  private static let note: [Malformation] = [
    .image("note-twice", "plugin/malformed-note") { $0.notes += $0.notes },
    .image("note-type", "plugin/malformed-note") { $0.notes[0].type = 99 },
    .image("note-name-size", "plugin/malformed-note") { $0.notes[0].nameSize = 7 },
    .image("note-too-long", "plugin/malformed-note") { $0.notes[0].contentSize = 1 << 31 },
    .image("note-empty", "plugin/malformed-note") { $0.notes[0].content = [] },
    .image("manifest-no-json", "plugin/malformed-manifest") {
      $0.notes[0].content = Array("hello".utf8)
    },
    // The text has one line in C, and the message did not have the position.
    .image("manifest-trailing-comma", "plugin/malformed-manifest") {
      $0.notes[0].content = Array(
        #"{"manifest":{"identifier":"org.example.m","options":{"width":{"type":"int",}}}}"#.utf8)
    },
    .image("manifest-nested", "plugin/malformed-manifest") {
      $0.notes[0].content = [UInt8](repeating: UInt8(ascii: "["), count: 50_000)
    },
    .image("manifest-too-long", "plugin/malformed-manifest") {
      $0.notes[0].content += [UInt8](repeating: UInt8(ascii: " "), count: 1 << 19)
    },
    .image("manifest-not-utf8", "plugin/malformed-manifest") {
      $0.notes[0].content = Array("{\"manifest\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    },
    .image("manifest-nested-objects", "plugin/malformed-manifest") {
      $0.notes[0].content = Array(String(repeating: "{\"a\":", count: 10_000).utf8)
    },
    .image("manifest-field", "plugin/malformed-manifest") {
      let text = String(decoding: $0.notes[0].content, as: UTF8.self)
      $0.notes[0].content = Array(text.replacing("1.2.3", with: "1.2").utf8)
    },
  ]

  private static let dynamic: [Malformation] = [
    .image("no-dynamic-section", "plugin/malformed-elf") { $0.hasDynamicSection = false },
    .image("no-hash-table", "plugin/malformed-elf") { $0.hashTable = .none },
    .damage("dynamic-section-empty", "plugin/malformed-elf") {
      $0.put(0, at: $0.dynamic, size: 8)
    },
    .damage("hash-chain-too-long", "plugin/malformed-elf") { layout in
      // The chain continues over whatever follows, up to the first odd word of the dynamic section.
      for offset in stride(from: layout.hash + 28, to: layout.dynamic, by: 4) {
        layout.put(UInt64(layout.bytes[offset] & 0xFE), at: offset, size: 1)
      }
    },
    .damage("hash-chain-offset", "plugin/malformed-elf") {
      $0.put(0xFFFF_FFF0, at: $0.hash + 24, size: 4)
    },
    .damage("hash-table-size", "plugin/malformed-elf") { $0.put(.max, at: $0.hash, size: 4) },
    .damage("string-table-size", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 10, with: 1 << 40)
    },
    .damage("string-table-offset", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 5, with: .max)
    },
    .damage("symbol-table-offset", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 6, with: 1 << 40)
    },
    .damage("symbol-size", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 11, with: 16)
    },
    .damage("needed-library-name", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 1, with: 1 << 40)
    },
    .image("needed-library-name-too-long", "plugin/malformed-elf") {
      $0.needed = [String(repeating: "a", count: 4097)]
    },
    .image("needed-libraries-too-many", "plugin/malformed-elf") {
      $0.needed = [String](repeating: "a", count: 1025)
    },
    .damage("string-table-end", "plugin/malformed-elf") { layout in
      layout.replaceDynamic(tag: 10, with: 5)
    },
  ]

  private static let symbols: [Malformation] = [
    .image("no-entry-point", "plugin/no-entry-point") { $0.symbols.removeLast() },
    .image("entry-point-undefined", "plugin/no-entry-point") { $0.symbols[1].section = 0 },
    .image("entry-point-object", "plugin/no-entry-point") { $0.symbols[1].kind = 1 },
    .damage("entry-point-outside", "plugin/no-entry-point") {
      // The end of the segment.
      $0.put(UInt64($0.sectionHeaders), at: $0.symbols + 56, size: 8)
    },
    .damage("entry-point-absolute", "plugin/no-entry-point") {
      $0.put(0xFFF1, at: $0.symbols + 54, size: 2)
    },
    .damage("symbol-local", "plugin/malformed-elf") { $0.put(0, at: $0.symbols + 28, size: 1) },
    .image("entry-point-weak", "plugin/no-entry-point") { $0.symbols[1].binding = 2 },
    .damage("symbol-name", "plugin/malformed-elf") {
      $0.put(1 << 30, at: $0.symbols + 24, size: 4)
    },
    .image("embedded-framework", "plugin/embedded-framework") {
      $0.symbols += ["6BinderVMn", "5ScopeMp", "10ProvidableCMn"]
        .map { ElfImage.Symbol(name: "$s7Cleanse" + $0, kind: 1) }
      $0.needed = ["libc.so.6"]
    },
    .image("embedded-swift-runtime", "plugin/embedded-swift-runtime") {
      $0.symbols += ["$s7Cleanse6BinderVMn", "malloc"]
        .map { ElfImage.Symbol(name: $0, kind: 0, section: 0) }
    },
  ]

  private static let stamps: [Malformation] = [
    .stamp(
      "stamp-compiler", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "0.1.0",
        interface: "0123456789abcdef", compiler: "Swift version 6.2 (swift-6.2-RELEASE)")),
    .stamp(
      "stamp-everything", "plugin/abi-mismatch", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: 2, architecture: "riscv64", language: "swift", framework: "0.0.9",
        interface: "fedcba9876543210", compiler: "Swift version 6.2 (swift-6.2-RELEASE)")),
    .stamp(
      "stamp-framework-abi", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "0.3.0",
        frameworkABI: "0.3", interface: "fedcba9876543210", compiler: hostStamp.compiler)),
    .stamp(
      "stamp-old-framework-abi", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "0.0.9",
        frameworkABI: "0.0", interface: "fedcba9876543210", compiler: hostStamp.compiler)),
    .stamp(
      "stamp-revision", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift",
        framework: hostStamp.framework, interface: "fedcba9876543210",
        compiler: hostStamp.compiler, revision: "v0.1.0-3-gabcdef0")),
    .stamp(
      "stamp-language", "plugin/malformed-manifest",
      stamp: ABIStamp(abi: 1, architecture: hostStamp.architecture, language: "rust")),
    .stamp(
      "stamp-newer-interface", "plugin/abi-mismatch",
      stamp: ABIStamp(abi: 3, architecture: hostStamp.architecture, language: "c")),
    .stamp(
      "stamp-c-architecture", "plugin/stamp-mismatch",
      stamp: ABIStamp(abi: 1, architecture: "riscv64", language: "c")),
  ]
}

extension ElfImage.Layout {
  /// Sets the value of the first entry of the dynamic section with the tag.
  mutating func replaceDynamic(tag: UInt64, with value: UInt64) {
    for offset in stride(from: dynamic, to: bytes.count - 16, by: 16)
    where bytes.littleEndianWord(at: offset) == UInt32(tag) {
      put(value, at: offset + 8, size: 8)
      return
    }
  }
}
