import ElfImages
import CleansePluginHost

extension SelfTestFault {
  /// The faults that are detected without running any code.
  static let inspected = kinds + links + damages + notes + symbols

  private static let kinds: [SelfTestFault] = [
    .plugin("sound", nil),
    .file("empty", "plugin/empty-file") { [] },
    .file("text", "plugin/not-elf") { Array("Not a library\n".utf8) },
    .file("archive", "plugin/not-elf") { Array("!<arch>\n".utf8) },
    .plugin("core-file", "plugin/core-file") { $0.type = 4 },
    .plugin("object-file", "plugin/object-file") { $0.type = 1 },
    .plugin("executable", "plugin/executable") { $0.type = 2 },
    SelfTestFault("sparse-plugin", "plugin/too-large") { folder in
      try folder.write(soundPlugin("sparse-plugin").bytes, to: "sparse-plugin.so", size: 1 << 30)
    },
    SelfTestFault("name-dollar", "plugin/unusable-path") { folder in
      try folder.write(soundPlugin("name-dollar").bytes, to: "name-$LIB.so")
    },
    SelfTestFault("twins", "plugin/duplicate-identifier") { folder in
      for name in ["a.so", "b.so"] { try folder.write(soundPlugin("twins").bytes, to: name) }
    },
  ]

  private static let links: [SelfTestFault] = [
    SelfTestFault("fifo", "plugin/not-a-regular-file") { try $0.makeFIFO("fifo.so") },
    SelfTestFault("directory", "plugin/not-a-regular-file") {
      try $0.makeDirectory("directory.so")
    },
    SelfTestFault("device-link", "plugin/not-a-regular-file") {
      try $0.link("device-link.so", to: "/dev/zero")
    },
    SelfTestFault("broken-link", "plugin/broken-link") {
      try $0.link("broken-link.so", to: "nowhere")
    },
    SelfTestFault("link-cycle", "plugin/broken-link") { folder in
      try folder.link("link-cycle.so", to: "another")
      try folder.link("another", to: "link-cycle.so")
    },
    SelfTestFault("two-names", nil) { folder in
      try folder.write(soundPlugin("two-names").bytes, to: "two-names.so")
      try folder.link("two-names-link.so", to: "two-names.so")
    },
  ]

  private static let damages: [SelfTestFault] = [
    .damage("cut-identification", "plugin/truncated") { $0.truncate(to: 12) },
    .damage("sixty-three-bytes", "plugin/truncated") { $0.truncate(to: 63) },
    .damage("cut-program-headers", "plugin/truncated") { $0.truncate(to: 84) },
    .damage("cut-note", "plugin/truncated") { $0.truncate(to: $0.note + 20) },
    .damage("cut-segment", "plugin/truncated") { $0.truncate(to: $0.dynamic + 16) },
    .damage("cut-sections", "plugin/truncated") { $0.truncate(to: $0.sectionHeaders + 10) },
    .damage("wrong-class", "plugin/wrong-class") { $0.put(1, at: 4, size: 1) },
    .damage("wrong-byte-order", "plugin/wrong-byte-order") { $0.put(2, at: 5, size: 1) },
    .plugin("wrong-machine", "plugin/wrong-machine") { $0.machine = 243 },
    .plugin("unknown-type", "plugin/malformed-elf") { $0.type = 99 },
    .damage("no-program-headers", "plugin/malformed-elf") { $0.put(0, at: 56, size: 2) },
    .damage("overlapping-segments", "plugin/malformed-elf") {
      // The address of the second loaded segment, whose header is the last but one.
      guard let header = $0.programHeaders.dropLast().last else { return }
      $0.put(0, at: header + 16, size: 8)
    },
    .plugin("no-dynamic-section", "plugin/malformed-elf") { $0.hasDynamicSection = false },
  ]

  private static let notes: [SelfTestFault] = [
    .plugin("note-twice", "plugin/malformed-note") { $0.notes += $0.notes },
    .plugin("note-huge", "plugin/malformed-note") { $0.notes[0].contentSize = 0x7FFF_FFFF },
    .plugin("note-unknown-type", "plugin/malformed-note") { $0.notes[0].type = 99 },
    .plugin("note-no-json", "plugin/malformed-manifest") {
      $0.notes[0].content = Array("hello".utf8)
    },
    .plugin("note-not-utf8", "plugin/malformed-manifest") { $0.notes[0].content[20] = 0xFF },
    .plugin("note-deep", "plugin/malformed-manifest") {
      $0.notes[0].content = [UInt8](repeating: UInt8(ascii: "["), count: 50_000)
    },
    .plugin(
      "newer-abi", "plugin/abi-mismatch",
      stamp: ABIStamp(
        abi: ABIStamp.host.abi + 1, architecture: ABIStamp.host.architecture, language: "c")),
    .plugin(
      "stamp-architecture", "plugin/stamp-mismatch",
      stamp: ABIStamp(abi: ABIStamp.host.abi, architecture: "riscv64", language: "c")),
    .plugin(
      "stamp-compiler", "plugin/stamp-mismatch",
      stamp: ABIStamp(
        abi: ABIStamp.host.abi, architecture: ABIStamp.host.architecture, language: "swift",
        framework: ABIStamp.host.framework, interface: ABIStamp.host.interface,
        compiler: "Swift version 1.0")),
  ]

  private static let symbols: [SelfTestFault] = [
    .plugin("no-entry-point", "plugin/no-entry-point") { $0.symbols[0].name = "something_else" },
    .plugin("entry-point-data", "plugin/no-entry-point") { $0.symbols[0].kind = 1 },
    .plugin("stand-in", "plugin/interposed-library") {
      $0.moreDynamic = [(tag: 0x7FFF_FFFF, value: 1)]
    },
    .plugin("embedded-framework", "plugin/embedded-framework") {
      $0.symbols.append(ElfImage.Symbol(name: "$s7Cleanse6BinderVMn"))
    },
  ]
}
