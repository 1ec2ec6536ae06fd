import CleanseSupport
import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
import CleansePluginMetadata
import Testing

@Suite("What loading a plugin changes")
struct FileConcernTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// A process with nothing but the framework and the C library, which defines these symbols.
  private func process(defining symbols: Set<String> = []) -> HostProcess {
    var process = HostProcess()
    process.libraryNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.programNames = process.libraryNames
    process.defines = { symbols.contains($0) }
    process.definer = { symbols.contains($0) ? "/lib/libz.so.1" : nil }
    return process
  }

  /// The contents of a plugin that requests these permissions of the stack.
  private func bytes(of image: ElfImage, stack: UInt64) throws -> [UInt8] {
    var image = image
    image.code = .succeeds
    var layout = image.layout
    // The header of the stack is the last one.
    let header = try #require(layout.programHeaders.last)
    layout.put(stack, at: header + 4, size: 4)
    return layout.bytes
  }

  /// The contents of a file with thread-local variables of this size, and a relocation of the initial-exec model.
  ///
  /// - Parameter symbol: The index of the symbol that the relocation refers to; 0 for a local variable.
  private func bytes(
    of image: ElfImage, threadLocal size: UInt64, referringTo symbol: UInt32 = 0
  ) -> [UInt8] {
    var image = image
    // `R_X86_64_TPOFF64` or `R_AARCH64_TLS_TPREL`.
    let offset: UInt32 = Machine.host.description == "x86_64" ? 18 : 1030
    image.tables = [ElfImage.relocations([(0, offset, symbol, 0)])]
    image.extraNoteSegments = 1
    image.moreDynamic = [(30, 0x10)]
    var layout = image.layout
    // The header of the additional notes follows those of the loaded and the dynamic segment.
    let header = layout.programHeaders[2]
    layout.put(7, at: header, size: 4)
    layout.put(0, at: header + 32, size: 8)
    layout.put(size, at: header + 40, size: 8)
    return layout.bytes
  }

  // The stacks of the host became executable without a word.
  @Test("an executable stack is reported, and the plugin is usable")
  func executableStack() throws {
    let plugin = try inspect(
      bytes(of: samplePlugin(), stack: 7), in: scratch, for: process())
    #expect(plugin.codes == ["plugin/executable-stack"])
    #expect(plugin.isUsable)
    expectGolden(scratch.anonymous(plugin.report), "executable-stack")
    let other = try inspect(bytes(of: samplePlugin(), stack: 6), in: scratch, for: process())
    #expect(other.codes == [])
  }

  // Only a header that requests it was reported.
  @Test(
    "a file that does not say whether it needs an executable stack gets the processor's default")
  func missingStackHeader() throws {
    var image = try samplePlugin()
    image.hasStackHeader = false
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    let isExecutable = Machine.host.description == "x86_64"
    #expect(plugin.codes == (isExecutable ? ["plugin/executable-stack"] : []))
    #expect(plugin.isUsable)
  }

  @Test("a library of the plugin that requests an executable stack is named")
  func executableStackOfLibrary() throws {
    try scratch.write(bytes(of: ElfImage(), stack: 7), to: "libb.so")
    var image = try samplePlugin()
    image.needed.append("libb.so")
    image.runPath = "$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    #expect(plugin.codes == ["plugin/executable-stack"])
    #expect(plugin.report.contains("needs \(scratch.path(of: "libb.so")), which makes the stacks"))
  }

  @Test(
    "code that is not position-independent is reported",
    arguments: [(UInt64(22), UInt64(0)), (30, 4)])
  func textRelocations(tag: UInt64, value: UInt64) throws {
    var image = try samplePlugin()
    image.moreDynamic = [(tag, value)]
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    #expect(plugin.codes == ["plugin/text-relocations"])
    #expect(plugin.isUsable)
    expectGolden(scratch.anonymous(plugin.report), "text-relocations")
  }

  // Only loading showed it, with a fix that did not help.
  @Test("a plugin that the dynamic linker does not open is rejected")
  func notOpenable() throws {
    var image = try samplePlugin()
    image.flags1 = 0x40
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    #expect(plugin.codes == ["plugin/no-dlopen"])
    #expect(!plugin.isUsable)
    expectGolden(scratch.anonymous(plugin.report), "no-dlopen")
  }

  @Test("a library that the dynamic linker does not open is named")
  func notOpenableLibrary() throws {
    var library = ElfImage()
    library.flags1 = 0x40
    try scratch.write(library.bytes, to: "libb.so")
    var image = try samplePlugin()
    image.needed.append("libb.so")
    image.runPath = "$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    #expect(plugin.codes == ["plugin/no-dlopen"])
    #expect(plugin.report.contains("needs \(scratch.path(of: "libb.so")), which was linked"))
  }

  @Test("static thread-local storage has to fit")
  func staticStorage() throws {
    let large = try inspect(
      bytes(of: samplePlugin(), threadLocal: 65536), in: scratch, for: process())
    #expect(large.codes == ["plugin/static-tls"])
    #expect(!large.isUsable)
    expectGolden(scratch.anonymous(large.report), "static-tls")
    let small = try inspect(
      bytes(of: samplePlugin(), threadLocal: 512), in: scratch, for: process())
    #expect(small.codes == [])
  }

  @Test("static thread-local storage of a library counts, and the reserve can be larger")
  func staticStorageOfLibrary() throws {
    try scratch.write(bytes(of: ElfImage(), threadLocal: 4096), to: "libb.so")
    var image = try samplePlugin()
    image.needed.append("libb.so")
    image.runPath = "$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, for: process())
    #expect(plugin.codes == ["plugin/static-tls"])
    #expect(plugin.report.contains("the largest part is needed by \(scratch.path(of: "libb.so"))"))
    var larger = process()
    larger.staticStorageLimit = StaticStorage.limit(
      reserving: Array("glibc.malloc.check=1:glibc.rtld.optional_static_tls=4096".utf8))
    #expect(try inspect(image.bytes, in: scratch, for: larger).codes == [])
  }

  @Test(
    "the reserve is that of the last setting; numbers that are not decimal, and of namespaces, are not judged"
  )
  func reserve() {
    let setting = "glibc.rtld.optional_static_tls"
    #expect(StaticStorage.limit(reserving: nil) == 1728)
    #expect(StaticStorage.limit(reserving: Array("\(setting)=1:glibc.rtld.nns=8".utf8)) == .max)
    #expect(StaticStorage.limit(reserving: Array("\(setting)=1:\(setting)=1512".utf8)) == 2728)
    #expect(StaticStorage.limit(reserving: Array("\(setting)=0x1000".utf8)) > 1 << 30)
  }

  // The flag alone counted, which the linker also sets for each access to a variable of the C library.
  @Test("storage need not be static if only a variable of another file is accessed that way")
  func foreignVariable() throws {
    var image = try samplePlugin()
    image.symbols.append(.init(name: "errno", kind: 6, section: 0))
    let plugin = try inspect(
      bytes(of: image, threadLocal: 65536, referringTo: UInt32(image.symbols.count)),
      in: scratch, for: process())
    #expect(plugin.codes == [])
  }

  // The sizes of all variants were added up, so the plugin was rejected although each of them fits.
  @Test("of the variants of a library, one counts")
  func staticStorageOfVariants() throws {
    for directory in ["glibc-hwcaps/x86-64-v2", "glibc-hwcaps/x86-64-v3"] {
      try scratch.makeDirectory(directory)
      try scratch.write(bytes(of: ElfImage(), threadLocal: 1024), to: "\(directory)/libb.so")
    }
    try scratch.write(bytes(of: ElfImage(), threadLocal: 1024), to: "libb.so")
    var image = try samplePlugin()
    image.needed.append("libb.so")
    image.runPath = "$ORIGIN"
    #expect(try inspect(image.bytes, in: scratch, for: process()).codes == [])
  }

  /// A plugin that defines symbols, and refers to the one of an index by its name.
  private func plugin(
    defining symbols: [ElfImage.Symbol], referringTo index: UInt32?
  ) throws -> ElfImage {
    var image = try samplePlugin()
    image.symbols += symbols
    // `R_X86_64_64` or `R_AARCH64_ABS64`.
    let address: UInt32 = Machine.host.description == "x86_64" ? 1 : 257
    if let index { image.tables = [ElfImage.relocations([(0, address, index, 0)])] }
    return image
  }

  // A plugin with a copy of zlib called the host's zlib.
  @Test(
    "a symbol that the host also defines is reported, for functions and data",
    arguments: [UInt8(1), 2])
  func interposed(kind: UInt8) throws {
    let image = try plugin(
      defining: [ElfImage.Symbol(name: "zlibVersion", kind: kind)], referringTo: 3)
    let inspection = try inspect(
      image.bytes, in: scratch, for: process(defining: ["zlibVersion"]))
    #expect(inspection.codes == ["plugin/interposed-symbol"])
    #expect(inspection.isUsable)
    expectGolden(scratch.anonymous(inspection.report), "interposed-symbol")
    var other = process(defining: ["zlibVersion"])
    other.definer = { _ in nil }
    let report = try inspect(image.bytes, in: scratch, for: other).report
    #expect(report.contains("zlibVersion is also defined by the host"))
    other.knowsInterposition = false
    #expect(try inspect(image.bytes, in: scratch, for: other).codes == [])
    #expect(try inspect(image.bytes, in: scratch, for: process()).codes == [])
  }

  // The library called the host's function, and only symbols of the plugin were compared.
  @Test("a symbol of a library that the plugin brings is reported with the library")
  func interposedInLibrary() throws {
    var library = ElfImage()
    library.symbols = [.init(name: "zlibVersion")]
    let type: UInt32 = Machine.host.description == "x86_64" ? 1 : 257
    library.tables = [ElfImage.relocations([(0, type, 1, 0)])]
    try scratch.write(library.bytes, to: "libprivate.so")
    var image = try samplePlugin()
    image.needed.append("libprivate.so")
    image.runPath = "$ORIGIN"
    let inspection = try inspect(
      image.bytes, in: scratch, for: process(defining: ["zlibVersion"]))
    #expect(inspection.codes == ["plugin/interposed-symbol"])
    expectGolden(scratch.anonymous(inspection.report), "interposed-symbol-library")
    #expect(try inspect(image.bytes, in: scratch, for: process()).codes == [])
  }

  // The plugin wrote beyond the end of the variable.
  @Test("unique data that a library of the host has in another size is an error")
  func uniqueDataOfHost() throws {
    let name = "_ZN5cacheIiE7entriesE"
    var library = ElfImage()
    library.symbols = [.init(name: name, kind: 1, binding: 10)]
    var layout = library.layout
    let size = layout.symbols + 24 * library.symbols.count + 16
    var host = process(defining: [name])
    let path = scratch.path(of: "libhost.so")
    host.definer = { _ in path }
    var image = try samplePlugin()
    image.symbols.append(.init(name: name, kind: 1, binding: 10))
    try scratch.write(library.bytes, to: "libhost.so")
    #expect(try inspect(image.bytes, in: scratch, for: host).codes == [])
    layout.put(320_000, at: size, size: 8)
    try scratch.write(layout.bytes, to: "libhost.so")
    let conflict = try inspect(image.bytes, in: scratch, for: host)
    #expect(conflict.codes == ["plugin/conflicting-data"])
    expectGolden(scratch.anonymous(conflict.report), "conflicting-data-host")
  }

  @Test("symbols of C++ that are the same everywhere, and resolved references, are not reported")
  func notInterposed() throws {
    let strong = ElfImage.Symbol(name: "zlibVersion")
    let weak = ElfImage.Symbol(name: "zlibVersion", binding: 2)
    let host = process(defining: ["zlibVersion", "malloc", "cleanse_plugin_configure"])
    for image in try [
      plugin(defining: [strong], referringTo: nil), plugin(defining: [strong], referringTo: 1),
      plugin(defining: [strong], referringTo: 2), plugin(defining: [weak], referringTo: 3),
    ] {
      #expect(try inspect(image.bytes, in: scratch, for: host).codes == [])
    }
  }

  @Test(
    "a plugin that is searched before the host uses its own definitions",
    arguments: [(UInt64(16), UInt64(0)), (30, 2)])
  func symbolic(tag: UInt64, value: UInt64) throws {
    var image = try plugin(
      defining: [ElfImage.Symbol(name: "zlibVersion")], referringTo: 3)
    image.moreDynamic = [(tag, value)]
    let host = process(defining: ["zlibVersion"])
    #expect(try inspect(image.bytes, in: scratch, for: host).codes == [])
  }
}
