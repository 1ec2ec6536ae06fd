import CleanseSupport
import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
import CleansePluginMetadata
import Testing

@Suite("Plugins that can't be used in one process")
struct LibraryConflictTests {
  private let scratch: TemporaryDirectory
  private var process = HostProcess()

  init() throws {
    scratch = try TemporaryDirectory()
    process.libraryNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.programNames = process.libraryNames
  }

  /// Writes a library whose contents depend on the version.
  private func library(
    _ path: String, version: String = "1", name: String? = nil, needs: [String] = []
  ) throws {
    var library = ElfImage()
    library.symbols = [.init(name: "version_\(version)")]
    library.name = name
    library.needed = needs
    library.runPath = "$ORIGIN"
    try scratch.write(library.bytes, to: path)
  }

  private func plugin(
    _ path: String, _ identifier: String, needs: [String] = [],
    change: (inout ElfImage) -> Void = { _ in }
  ) throws {
    var image = try samplePlugin(sampleNote(identifier: "org.example.\(identifier)"))
    image.needed += needs
    image.runPath = "$ORIGIN"
    change(&image)
    try scratch.write(image.bytes, to: path)
  }

  private func inspections(_ paths: String...) -> [PluginInspection] {
    let inspector = PluginInspector(host: hostStamp, process: process)
    let inspections = paths.map { inspector.inspect(PluginFile(path: scratch.path(of: $0))) }
    return ConflictingDataValidator.validate(LibraryConflictValidator.validate(inspections))
  }

  // The second plugin ran with the library of the first.
  @Test("two plugins that need different files of one name conflict, and the first is used")
  func different() throws {
    for (directory, version) in [("a", "1"), ("b", "2")] {
      try library("\(directory)/libdep.so", version: version)
      try plugin("\(directory)/p.so", directory, needs: ["libdep.so"])
    }
    let inspections = inspections("a/p.so", "b/p.so")
    #expect(inspections.map(\.codes) == [[], ["plugin/library-conflict"]])
    #expect(inspections.map(\.isUsable) == [true, false])
    expectGolden(scratch.anonymous(inspections[1].report), "library-conflict")
  }

  @Test("a conflict of a library that another library needs is found, by its soname")
  func transitive() throws {
    for (directory, version) in [("a", "1"), ("b", "2")] {
      try library("\(directory)/libdep-\(version).so", version: version, name: "libdep.so.1")
      try library("\(directory)/lib\(directory).so", needs: ["libdep-\(version).so"])
      try plugin("\(directory)/p.so", directory, needs: ["lib\(directory).so"])
    }
    let inspections = inspections("a/p.so", "b/p.so")
    #expect(inspections.map(\.codes) == [[], ["plugin/library-conflict"]])
    #expect(inspections[1].report.contains("needs another file of libdep.so.1 than org.example.a"))
  }

  @Test("one file, equal copies and different names do not conflict")
  func same() throws {
    try library("a/libdep.so")
    try library("b/libdep.so")
    try library("b/libother.so", version: "2")
    try plugin("a/p.so", "a", needs: ["libdep.so"])
    try plugin("a/q.so", "q", needs: ["libdep.so"])
    try plugin("b/p.so", "b", needs: ["libdep.so", "libother.so"])
    #expect(inspections("a/p.so", "a/q.so", "b/p.so").map(\.codes) == [[], [], []])
  }

  /// Writes two plugins with equal copies of a library, which need a library of another version by a path relative to
  /// themselves.
  private func copies(versions: [String]) throws {
    for (directory, version) in zip(["a", "b"], versions) {
      try library("\(directory)/libdep.so", needs: ["$ORIGIN/libmiddle.so"])
      try library("\(directory)/libmiddle.so", needs: ["${ORIGIN}/libbelow.so"])
      try library("\(directory)/libbelow.so", version: version)
      try plugin("\(directory)/p.so", directory, needs: ["libdep.so"])
    }
  }

  // The second plugin ran with the library that the copy of the first one needs.
  @Test("equal copies that need different files by their paths conflict")
  func differentBelow() throws {
    try copies(versions: ["1", "2"])
    let inspections = inspections("a/p.so", "b/p.so")
    #expect(inspections.map(\.codes) == [[], ["plugin/library-conflict"]])
    expectGolden(scratch.anonymous(inspections[1].report), "library-conflict-below")
    try copies(versions: ["1", "1"])
    #expect(self.inspections("a/p.so", "b/p.so").map(\.codes) == [[], []])
  }

  // It counted as the same file, although its paths lead elsewhere.
  @Test("a link to a library that needs different files by its path conflicts")
  func linkedAbove() throws {
    try copies(versions: ["1", "2"])
    scratch.remove("b/libdep.so")
    try scratch.link("b/libdep.so", to: "../a/libdep.so")
    #expect(
      inspections("a/p.so", "b/p.so").map(\.codes) == [[], ["plugin/library-conflict"]])
  }

  @Test("libraries that need each other by their paths are compared once")
  func cycle() throws {
    for directory in ["a", "b"] {
      try library("\(directory)/libdep.so", needs: ["$ORIGIN/libother.so"])
      try library("\(directory)/libother.so", needs: ["$ORIGIN/libdep.so", "$ORIGIN/libother.so"])
      try plugin("\(directory)/p.so", directory, needs: ["libdep.so"])
    }
    #expect(inspections("a/p.so", "b/p.so").map(\.codes) == [[], []])
  }

  // The second plugin ran with the library of the first, as a variant for no existing processor was equal to that.
  @Test("variants for a processor count as one only if they are the same for each processor")
  func variants() throws {
    for directory in ["a", "b", "c", "d"] {
      try plugin("\(directory)/p.so", directory, needs: ["libdep.so"])
    }
    let variant = "glibc-hwcaps/x86-64-v9"
    for directory in ["b", "c", "d"] { try scratch.makeDirectory("\(directory)/\(variant)") }
    try library("a/libdep.so")
    try library("b/\(variant)/libdep.so")
    try library("b/libdep.so", version: "2")
    let conflict = inspections("a/p.so", "b/p.so")
    #expect(conflict.map(\.codes) == [[], ["plugin/library-conflict"]])
    #expect(conflict[1].report.contains("it needs \(scratch.path(of: "b/libdep.so"))"))
    // The base is the same, but a processor that has the variant gets another library.
    try library("c/\(variant)/libdep.so", version: "2")
    try library("c/libdep.so")
    #expect(inspections("a/p.so", "c/p.so").map(\.codes) == [[], ["plugin/library-conflict"]])
    #expect(inspections("c/p.so", "a/p.so").map(\.codes) == [[], ["plugin/library-conflict"]])
    #expect(inspections("b/p.so", "c/p.so").map(\.codes) == [[], ["plugin/library-conflict"]])
    try library("d/\(variant)/libdep.so", version: "2")
    try library("d/libdep.so")
    #expect(inspections("c/p.so", "d/p.so").map(\.codes) == [[], []])
  }

  // The plugin whose path it is was rejected when it was loaded.
  @Test("a soname that is the path of another plugin is a conflict of the plugin that has it")
  func pathAsName() throws {
    try plugin("a.so", "a") { $0.name = scratch.path(of: "b.so") }
    try plugin("b.so", "b")
    let inspections = inspections("a.so", "b.so")
    #expect(inspections.map(\.codes) == [["plugin/library-conflict"], []])
    expectGolden(scratch.anonymous(inspections[0].report), "library-conflict-path")
    try library("libdep.so", name: scratch.path(of: "b.so"))
    try plugin("c.so", "c", needs: ["libdep.so"])
    #expect(
      self.inspections("b.so", "c.so").map(\.codes) == [[], ["plugin/library-conflict"]])
  }

  @Test("a library that the process has loaded is the one of all plugins")
  mutating func loaded() throws {
    process.libraryNames.insert("libdep.so")
    try different(codes: [])
  }

  private func different(codes: [String]) throws {
    for (directory, version) in [("a", "1"), ("b", "2")] {
      try library("\(directory)/libdep.so", version: version)
      try plugin("\(directory)/p.so", directory, needs: ["libdep.so"])
    }
    #expect(inspections("a/p.so", "b/p.so")[1].codes == codes)
  }

  @Test("a plugin whose soname is the name of another plugin's library conflicts with it")
  func hidden() throws {
    try library("w/libapi.so.1", name: "libapi.so.1")
    try plugin("w/aa.so", "aa") { $0.name = "libapi.so.1" }
    try plugin("w/bb.so", "bb", needs: ["libapi.so.1"])
    let hidden = inspections("w/aa.so", "w/bb.so")
    #expect(hidden.map(\.codes) == [[], ["plugin/library-conflict"]])
    expectGolden(scratch.anonymous(hidden[1].report), "library-conflict-hidden")
    let hiding = inspections("w/bb.so", "w/aa.so")
    #expect(hiding.map(\.codes) == [[], ["plugin/library-conflict"]])
    expectGolden(scratch.anonymous(hiding[1].report), "library-conflict-hiding")
  }

  @Test("a plugin that another plugin needs by its name is no conflict")
  func shared() throws {
    try plugin("base.so", "base") { $0.name = "base.so" }
    try plugin("user.so", "user", needs: ["base.so"])
    #expect(inspections("base.so", "user.so").map(\.codes) == [[], []])
    #expect(inspections("user.so", "base.so").map(\.codes) == [[], []])
  }

  // The second plugin wrote beyond the end of the first one's variable.
  @Test("unique data of two sizes is a conflict")
  func conflictingData() throws {
    try plugin("a.so", "a") {
      $0.symbols.append(.init(name: "_ZN5cacheIiE7entriesE", kind: 1, binding: 10))
    }
    var image = try samplePlugin(sampleNote(identifier: "org.example.b"))
    image.symbols.append(.init(name: "_ZN5cacheIiE7entriesE", kind: 1, binding: 10))
    try scratch.write(image.bytes, to: "b.so")
    #expect(inspections("a.so", "b.so").map(\.codes) == [[], []])
    // The size is the last field of the last symbol, after the unnamed one.
    var layout = image.layout
    layout.put(320_000, at: layout.symbols + 24 * image.symbols.count + 16, size: 8)
    try scratch.write(layout.bytes, to: "b.so")
    let conflict = inspections("a.so", "b.so")
    #expect(conflict.map(\.codes) == [[], ["plugin/conflicting-data"]])
    expectGolden(scratch.anonymous(conflict[1].report), "conflicting-data")
  }

  // Only the variables of the plugins themselves were compared.
  @Test("unique data of two sizes is a conflict if it is in libraries of the plugins")
  func conflictingDataOfLibraries() throws {
    for (directory, size) in [("a", UInt64(8)), ("b", 4096)] {
      var library = ElfImage()
      library.symbols = [.init(name: "_ZN5cacheIiE7entriesE", kind: 1, binding: 10)]
      var layout = library.layout
      layout.put(size, at: layout.symbols + 24 * library.symbols.count + 16, size: 8)
      try scratch.write(layout.bytes, to: "\(directory)/lib\(directory).so")
      try plugin("\(directory)/p.so", directory, needs: ["lib\(directory).so"])
    }
    #expect(
      inspections("a/p.so", "b/p.so").map(\.codes) == [[], ["plugin/conflicting-data"]])
  }

  // The function of the plugin that was loaded first ran in place of that of the second one.
  @Test("a function that is unique in the process is malformed, as no compiler makes one")
  func uniqueFunction() throws {
    try plugin("a.so", "a") { $0.symbols.append(.init(name: "run", kind: 2, binding: 10)) }
    #expect(inspections("a.so").map(\.codes) == [["plugin/malformed-elf"]])
  }

  // The library called the function of the first plugin for both, and for one that defines none.
  @Test("plugins that define a symbol for a library of several are reported, in that library alone")
  func supplied() throws {
    var library = ElfImage()
    library.symbols = [.init(name: "hook", kind: 2, binding: 2, section: 0)]
    let hook = { (image: inout ElfImage) in image.symbols.append(.init(name: "hook", kind: 2)) }
    try scratch.write(library.bytes, to: "libshared.so")
    for name in ["a", "b"] { try plugin("\(name).so", name, needs: ["libshared.so"], change: hook) }
    try plugin("none.so", "none", needs: ["libshared.so"])
    try plugin("other.so", "other", change: hook)
    let inspections = SymbolSupplyValidator.validate(
      inspections("a.so", "b.so", "none.so", "other.so"))
    let codes = ["plugin/interposed-symbol"]
    #expect(inspections.map(\.codes) == [codes, codes, [], []])
    #expect(inspections.map(\.isUsable) == [true, true, true, true])
    expectGolden(scratch.anonymous(inspections[0].report), "interposed-symbol-first")
    expectGolden(scratch.anonymous(inspections[1].report), "interposed-symbol-shared")
  }

  // A library called the function of another library of the plugin that was loaded first, also in place of its own.
  @Test("what a library of a plugin defines for another one is compared, and what all get is not")
  func suppliedByLibrary() throws {
    let hook = { (image: inout ElfImage) in image.symbols.append(.init(name: "hook", kind: 2)) }
    var shared = ElfImage()
    shared.symbols = [.init(name: "hook", kind: 2, binding: 2, section: 0)]
    try scratch.write(shared.bytes, to: "libshared.so")
    for name in ["liba.so", "libb.so"] {
      var library = ElfImage()
      library.needed = name == "liba.so" ? [] : ["libshared.so"]
      hook(&library)
      try scratch.write(library.bytes, to: name)
    }
    func codes(_ needs: [[String]]) throws -> [[String]] {
      for (index, needs) in needs.enumerated() {
        try plugin("p\(index).so", "p\(index)", needs: needs)
      }
      let names = needs.indices.map { "p\($0).so" }
      return SymbolSupplyValidator.validate(
        names.flatMap { inspections($0) }
      ).map(\.codes)
    }
    let found = ["plugin/interposed-symbol"]
    // Of different libraries, of one and of none, of none before, and of one for both.
    #expect(
      try codes([["liba.so", "libshared.so"], ["libb.so", "libshared.so"]]) == [[], found])
    #expect(try codes([["liba.so", "libshared.so"], ["libshared.so"]]) == [found, []])
    #expect(try codes([["libshared.so"], ["liba.so", "libshared.so"]]) == [[], found])
    #expect(
      try codes([["liba.so", "libshared.so"], ["liba.so", "libshared.so"]]) == [[], []])
  }

  // Names were compared as text, and the second plugin was rejected.
  @Test("unique data whose names differ only in their bytes is no conflict")
  func canonicallyEqualNames() throws {
    try plugin("a.so", "a") {
      $0.symbols.append(.init(name: "caf\u{e9}", kind: 1, binding: 10))
    }
    var image = try samplePlugin(sampleNote(identifier: "org.example.b"))
    image.symbols.append(.init(name: "cafe\u{301}", kind: 1, binding: 10))
    var layout = image.layout
    layout.put(320_000, at: layout.symbols + 24 * image.symbols.count + 16, size: 8)
    try scratch.write(layout.bytes, to: "b.so")
    #expect(inspections("a.so", "b.so").map(\.codes) == [[], []])
  }
}
