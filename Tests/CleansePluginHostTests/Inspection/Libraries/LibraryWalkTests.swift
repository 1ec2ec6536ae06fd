import ElfImages
@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("LibraryWalk")
struct LibraryWalkTests {
  let scratch: TemporaryDirectory
  var process = HostProcess()

  init() throws {
    scratch = try TemporaryDirectory()
    process.libraryNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.programNames = process.libraryNames
  }

  /// A library that needs others, written to a file.
  private func library(
    _ name: String, needs: [String] = [], runPath: String? = nil, inherited: String? = nil,
    machine: UInt16 = Machine.host.number, ownName: String? = nil, isProgram: Bool = false
  ) throws {
    var image = ElfImage()
    image.needed = needs
    image.runPath = runPath
    image.inheritedPath = inherited
    image.machine = machine
    image.name = ownName
    if isProgram { image.flags1 = 0x0800_0000 }
    try scratch.write(image.bytes, to: name)
  }

  private func plugin(_ change: (inout ElfImage) -> Void) throws -> PluginInspection {
    var image = try samplePlugin()
    change(&image)
    return try inspect(image.bytes, in: scratch, for: process)
  }

  private func brought(by inspection: PluginInspection) -> [String]? {
    inspection.linkage?.libraries.map { scratch.anonymous($0.path) }
  }

  private func searched(for inspection: PluginInspection) -> [String]? {
    inspection.linkage?.searchedDirectories.map { scratch.anonymous($0.text) }
  }

  @Test("every variant for a processor counts, up to the first library that all processors find")
  mutating func variants() throws {
    for name in [
      "first/glibc-hwcaps/x86-64-v2", "first/glibc-hwcaps/new", "second/tls/haswell", "third",
      "system/glibc-hwcaps/x86-64-v3",
    ] {
      try scratch.makeDirectory(name)
    }
    process.systemDirectories = [FilePath(scratch.path(of: "system"))]
    let change = { (image: inout ElfImage) in
      image.needed += ["liba.so"]
      image.runPath = "$ORIGIN/first:$ORIGIN/second:$ORIGIN/third"
    }
    for directory in [
      "first/glibc-hwcaps/x86-64-v2", "second/tls/haswell", "system/glibc-hwcaps/x86-64-v3",
    ] {
      try library("\(directory)/liba.so")
    }
    // No known processor finds none; whether this one does is seen when the plugin is loaded.
    let some = try plugin(change)
    #expect(some.codes == [])
    #expect(
      brought(by: some) == [
        "DIRECTORY/first/glibc-hwcaps/x86-64-v2/liba.so", "DIRECTORY/second/tls/haswell/liba.so",
        "DIRECTORY/system/glibc-hwcaps/x86-64-v3/liba.so",
      ])
    #expect(some.linkage?.libraries.map { $0.digest == nil } == [false, false, true])
    try library("second/liba.so")
    let all = try plugin(change)
    #expect(
      brought(by: all) == [
        "DIRECTORY/first/glibc-hwcaps/x86-64-v2/liba.so", "DIRECTORY/second/tls/haswell/liba.so",
        "DIRECTORY/second/liba.so",
      ])
    #expect(
      searched(for: all) == [
        "DIRECTORY/first/glibc-hwcaps/new", "DIRECTORY/first/glibc-hwcaps/x86-64-v2",
        "DIRECTORY/first/glibc-hwcaps/x86-64-v3", "DIRECTORY/first/glibc-hwcaps/x86-64-v4",
        "DIRECTORY/first", "DIRECTORY/second/tls/haswell", "DIRECTORY/second/tls",
        "DIRECTORY/second",
      ])
  }

  @Test(
    "what a variant needs counts, and only a name that all variants have identifies the library")
  func variantNeeds() throws {
    try scratch.makeDirectory("glibc-hwcaps/x86-64-v3")
    try library("liba.so", needs: ["libb.so"], runPath: "$ORIGIN")
    try library(
      "glibc-hwcaps/x86-64-v3/liba.so", needs: ["libc.so"], runPath: "$ORIGIN/../..",
      ownName: "libb.so")
    try library("libb.so")
    try library("libc.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN"
    }
    #expect(inspection.codes == [])
    #expect(
      brought(by: inspection) == [
        "DIRECTORY/glibc-hwcaps/x86-64-v3/liba.so", "DIRECTORY/liba.so",
        "DIRECTORY/glibc-hwcaps/x86-64-v3/../../libc.so", "DIRECTORY/libb.so",
      ])
  }

  @Test("each meaning of $LIB counts, and the search continues, as this machine may have another")
  func guesses() throws {
    try scratch.makeDirectory("lib")
    try scratch.makeDirectory("lib64")
    for path in ["lib/liba.so", "lib64/liba.so", "liba.so"] { try library(path) }
    let paths = ["DIRECTORY/lib64/liba.so", "DIRECTORY/lib/liba.so"]
    let directories = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/$LIB:$ORIGIN"
    }
    #expect(brought(by: directories) == paths + ["DIRECTORY/liba.so"])
    let path = try plugin { $0.needed += ["$ORIGIN/$LIB/liba.so"] }
    #expect(path.codes == [])
    #expect(brought(by: path) == paths)
  }

  @Test("a huge library is not read, and keeps the plugin from being used")
  func huge() throws {
    try library("liba.so")
    try #require(truncate(scratch.path(of: "liba.so"), 4 << 40) == 0)
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN"
    }
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    #expect(
      inspection.report.contains("has 4398046511104 bytes, more than the limit of 2147483648"))
  }

  @Test("a directory that does not exist was searched, except those of the environment")
  mutating func searchedDirectories() throws {
    process.environmentDirectories = ["/environment"]
    try library("liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "/nowhere:$ORIGIN:/later"
    }
    #expect(searched(for: inspection) == ["/nowhere", "DIRECTORY"])
  }

  @Test("a library that only this process has loaded is searched for, and not missing")
  mutating func loadedLater() throws {
    process.libraryNames.formUnion(["liba.so", "libb.so"])
    try library("liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so", "libb.so"]; $0.runPath = "$ORIGIN"
    }
    #expect(inspection.codes == [])
    #expect(brought(by: inspection) == ["DIRECTORY/liba.so"])
  }

  @Test("a library next to the plugin is found through the plugin's run path alone")
  func origin() throws {
    try library("liba.so")
    let found = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "/nowhere:$ORIGIN"
    }
    #expect(found.codes == [])
    #expect(brought(by: found) == ["DIRECTORY/liba.so"])
    let missing = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "/nowhere"
    }
    #expect(missing.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(missing.report), "needed-library-missing")
  }

  @Test("a library of the Swift toolchain that the host does not bring has a fix of its own")
  func toolchain() throws {
    let missing = try plugin { $0.needed += ["libFoundation.so"] }
    #expect(missing.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(missing.report), "needed-library-swift")
  }

  @Test("a library that the process has loaded is found, wherever it is")
  mutating func loaded() throws {
    process.libraryNames.insert("liba.so")
    process.programNames.insert("liba.so")
    let inspection = try plugin { $0.needed += ["liba.so"] }
    #expect(inspection.codes == [])
    #expect(brought(by: inspection) == [])
  }

  @Test(
    "what a needed library needs is found through its own run path, and reported if it is missing")
  func transitive() throws {
    try scratch.makeDirectory("lib")
    try scratch.makeDirectory("more")
    try library(
      "lib/liba.so", needs: ["libb.so", "libc.so.6", "libd.so"], runPath: "${ORIGIN}/../more")
    try library("more/libb.so", needs: ["liba.so"])
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/lib"
    }
    #expect(brought(by: inspection) == ["DIRECTORY/lib/liba.so", "DIRECTORY/lib/../more/libb.so"])
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-missing-transitive")
  }

  @Test("an inherited path counts for indirect dependencies, unless there is a run path")
  func inherited() throws {
    try scratch.makeDirectory("lib")
    try library("liba.so", needs: ["libb.so"])
    try library("lib/libb.so")
    let path = "$ORIGIN:$ORIGIN/lib"
    #expect(
      try plugin {
        $0.needed += ["liba.so"]; $0.inheritedPath = path
      }.codes == [])
    let own = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = path
    }
    #expect(own.codes == ["plugin/needed-library-missing"])
    let both = try plugin {
      $0.needed += ["liba.so"]
      $0.runPath = "/nowhere"
      $0.inheritedPath = path
    }
    #expect(both.codes == ["plugin/needed-library-missing"])
    // A library with a run path is not searched for in the paths of its dependents.
    try library("liba.so", needs: ["libb.so"], runPath: "/nowhere")
    let closed = try plugin {
      $0.needed += ["liba.so"]; $0.inheritedPath = path
    }
    #expect(closed.codes == ["plugin/needed-library-missing"])
  }

  @Test("the environment, the cache and the system's directories count in this order")
  mutating func order() throws {
    for name in ["environment", "system"] { try scratch.makeDirectory(name) }
    try library("system/liba.so")
    process.systemDirectories = [FilePath(scratch.path(of: "system"))]
    let change = { (image: inout ElfImage) in
      image.needed += ["liba.so"]
      image.runPath = "/nowhere"
    }
    #expect(brought(by: try plugin(change)) == ["DIRECTORY/system/liba.so"])
    let closed = try plugin {
      change(&$0); $0.flags1 = 0x800
    }
    #expect(closed.codes == ["plugin/needed-library-missing"])
    try library("environment/liba.so")
    process.environmentDirectories = [FilePath(scratch.path(of: "environment"))]
    #expect(brought(by: try plugin(change)) == ["DIRECTORY/environment/liba.so"])
  }

  // The search path was split by `Character`, so the first directory was searched under another name than the dynamic linker's.
  @Test("a colon or a slash before a combining mark separates, as it does for the dynamic linker")
  func combiningMarks() throws {
    try library("\u{301}d/liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "/nowhere:$ORIGIN/\u{301}d:\u{301}e"
    }
    #expect(brought(by: inspection) == ["DIRECTORY/\u{301}d/liba.so"])
    #expect(searched(for: inspection) == ["/nowhere", "DIRECTORY/\u{301}d"])
  }

  // The directories were keyed by canonical equivalence, so the second was taken for the first.
  @Test("directories whose names look the same are two")
  func equivalentNames() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    try scratch.makeDirectory(composed)
    try library("\(decomposed)/liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/\(composed):$ORIGIN/\(decomposed)"
    }
    let home = FilePath(scratch.path)
    #expect(
      inspection.linkage?.searchedDirectories
        == [home.appending(composed), home.appending(decomposed)])
    #expect(
      inspection.linkage?.libraries.map { FilePath($0.path) }
        == [home.appending(decomposed).appending("liba.so")])
  }

  @Test("a library for another machine is skipped, and reported if there is no other")
  func foreign() throws {
    try scratch.makeDirectory("lib")
    try library("liba.so", machine: 243)
    let change = { (image: inout ElfImage) in
      image.needed += ["liba.so"]
      image.runPath = "$ORIGIN:$ORIGIN/lib"
    }
    let inspection = try plugin(change)
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-foreign")
    try library("lib/liba.so")
    #expect(brought(by: try plugin(change)) == ["DIRECTORY/lib/liba.so"])
  }

  @Test("each skipped file is noted, in every directory and for every processor")
  func unfit() throws {
    for name in ["tls", "glibc-hwcaps/x86-64-v3", "later"] { try scratch.makeDirectory(name) }
    try library("tls/liba.so", machine: 243)
    try scratch.link("glibc-hwcaps/x86-64-v3/liba.so", to: scratch.path(of: "none/liba.so"))
    // An absent file has no entry: who could create it depends on the directories.
    try scratch.link("dangling", to: "none")
    try library("later/liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/dangling:$ORIGIN:$ORIGIN/later"
    }
    #expect(inspection.codes == [])
    #expect(brought(by: inspection) == ["DIRECTORY/later/liba.so"])
    #expect(
      inspection.linkage?.unfitCandidates.map { scratch.anonymous($0.text) } == [
        "DIRECTORY/glibc-hwcaps/x86-64-v3/liba.so", "DIRECTORY/tls/liba.so",
      ])
    #expect(searched(for: inspection)?.first == "DIRECTORY/dangling")
  }

  @Test("a file that can't be opened is skipped", .enabled(if: geteuid() != 0, "root can"))
  func unreadable() throws {
    try scratch.makeDirectory("later")
    for name in ["liba.so", "later/liba.so"] { try library(name) }
    try #require(chmod(scratch.path(of: "liba.so"), 0) == 0)
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN:$ORIGIN/later"
    }
    #expect(
      inspection.linkage?.unfitCandidates.map { scratch.anonymous($0.text) } == [
        "DIRECTORY/liba.so"
      ])
  }

  @Test(
    "a library that makes the dynamic linker load others is reported",
    arguments: [0x7FFF_FFFD, 0x7FFF_FFFF, 0x6FFF_FEFC, 0x6FFF_FEFB] as [UInt64])
  func standIn(tag: UInt64) throws {
    var image = ElfImage()
    image.moreDynamic = [(tag, 1)]
    try scratch.write(image.bytes, to: "libb.so")
    try library("liba.so", needs: ["libb.so"], runPath: "$ORIGIN")
    let inspection = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN"
    }
    #expect(inspection.usable == nil)
    #expect(inspection.codes == ["plugin/interposed-library"])
    if tag == 0x7FFF_FFFD {
      expectGolden(scratch.anonymous(inspection.report), "interposed-library")
    }
  }

  @Test("a directory whose path is not UTF-8 can't be searched, so the plugin is not used")
  func notUTF8() throws {
    try library("liba.so")
    var image = try samplePlugin()
    image.needed += ["liba.so"]
    image.runPath = "$ORIGIN/@@:$ORIGIN"
    var bytes = image.bytes
    let range = try #require(bytes.firstRange(of: Array("@@:".utf8)))
    bytes.replaceSubrange(range, with: [0xFF, 0xFF, UInt8(ascii: ":")])
    let inspection = try inspect(bytes, in: scratch, for: process)
    #expect(inspection.codes == ["plugin/malformed-elf"])
    #expect(inspection.report.contains("its search path is not valid UTF-8"))
  }

  // Only loading showed it.
  @Test("a program in place of a library ends the search, as it ends that of the dynamic linker")
  func program() throws {
    try library("lib/liba.so")
    try library("liba.so", isProgram: true)
    let inspection = try plugin {
      $0.needed += ["liba.so"]
      $0.runPath = "$ORIGIN:$ORIGIN/lib"
    }
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-program")
  }

  // The host read one table of needed libraries, and the dynamic linker another one.
  @Test("a library with segments that overlap in memory is no library")
  func overlapping() throws {
    var image = ElfImage()
    image.extraNoteSegments = 1
    var layout = image.layout
    layout.put(1, at: layout.programHeaders[2], size: 4)
    layout.put(64, at: layout.programHeaders[2] + 40, size: 8)
    try scratch.write(layout.bytes, to: "liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]
      $0.runPath = "$ORIGIN"
    }
    #expect(inspection.report.contains("overlaps the previous one"), "\(inspection.report)")
  }

  // The library "can't be found", and was to be replaced.
  @Test("a library that can't be read is said to be unreadable")
  func unreadableOnly() throws {
    try scratch.link("liba.so", to: "liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]
      $0.runPath = "$ORIGIN"
    }
    expectGolden(scratch.anonymous(inspection.report), "needed-library-unreadable")
  }

  @Test("a file that is not a library ends the search, as it ends that of the dynamic linker")
  func broken() throws {
    try scratch.makeDirectory("lib")
    try scratch.write("INPUT(liba.so.1)", to: "liba.so")
    try library("lib/liba.so")
    let inspection = try plugin {
      $0.needed += ["liba.so"]
      $0.runPath = "$ORIGIN:$ORIGIN/lib"
    }
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-broken")
  }

  @Test("a name that is a path is not searched for elsewhere")
  func path() throws {
    try library("liba.so")
    let here = try plugin { $0.needed += [scratch.path(of: "liba.so"), "$ORIGIN/liba.so"] }
    #expect(here.codes == [])
    let inspection = try plugin {
      $0.needed += ["./no/liba.so"]; $0.runPath = "$ORIGIN"
    }
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-path")
  }

  @Test("a library is known by its own name as well as by that of its file")
  func ownName() throws {
    try library("liba.so", needs: ["liba.so.1"], ownName: "liba.so.1")
    #expect(
      try plugin {
        $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN"
      }.codes == [])
  }

  // The message had no name: "needs , which can't be found".
  @Test("an empty name of a needed library is readable in the message")
  func emptyName() throws {
    let inspection = try plugin {
      $0.needed.append(""); $0.runPath = "$ORIGIN"
    }
    #expect(inspection.codes == ["plugin/needed-library-missing"])
    expectGolden(scratch.anonymous(inspection.report), "needed-library-empty")
  }

  // The second library was not inspected, as the first one has the same name before its variable is expanded.
  @Test("a path relative to a library leads to another file from each directory")
  func relativePaths() throws {
    try scratch.makeDirectory("inner")
    try library("liba.so")
    try library("inner/liba.so", needs: ["$ORIGIN/liba.so"])
    try library("inner/libb.so", needs: ["$ORIGIN/liba.so"])
    let inspection = try plugin { $0.needed += ["$ORIGIN/liba.so", "$ORIGIN/inner/libb.so"] }
    #expect(inspection.codes == [])
    #expect(
      brought(by: inspection)
        == ["liba.so", "inner/libb.so", "inner/liba.so"].map { "DIRECTORY/\($0)" })
  }

  @Test("of many missing libraries and directories the first few are named, the rest counted")
  func many() throws {
    let directories = (0..<20).map { "/nowhere/\($0)" }.joined(separator: ":")
    let inspection = try plugin {
      $0.needed += (0..<200).map { "lib\($0).so" }
      $0.runPath = directories
    }
    expectGolden(scratch.anonymous(inspection.report), "needed-library-missing-many")
  }

  @Test("the number of locations that are searched is limited", .timeLimit(.minutes(1)))
  func budget() throws {
    let inspection = try plugin {
      $0.needed = (0..<1000).map { "lib\($0).so" }
      $0.runPath = String(repeating: "a:", count: 20_000)
    }
    #expect(inspection.codes == ["plugin/malformed-elf"])
    let longer = try plugin { $0.runPath = String(repeating: "a:", count: 40_000) }
    #expect(longer.codes == ["plugin/malformed-elf"])
  }

  // Some links of 4 kB made each candidate cost milliseconds, and a directory of plugins minutes.
  @Test("the directory entries that links lead through are limited", .timeLimit(.minutes(1)))
  func links() throws {
    try scratch.makeDirectory("d")
    try scratch.makeDirectory("lib")
    try scratch.link("long", to: String(repeating: "d/../", count: 600) + "lib")
    try scratch.link("short", to: String(repeating: "d/../", count: 400) + "lib")
    let long = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/long"
    }
    #expect(long.codes == ["plugin/malformed-elf"])
    #expect(long.report.contains("leads through more than 1000 directory entries"))
    let few = try plugin {
      $0.needed += ["liba.so"]; $0.runPath = "$ORIGIN/short"
    }
    #expect(few.codes == ["plugin/needed-library-missing"])
    let many = try plugin {
      $0.needed += (0..<1000).map { "lib\($0).so" }; $0.runPath = "$ORIGIN/short"
    }
    #expect(many.codes == ["plugin/malformed-elf"])
    #expect(many.report.contains("more than 500000 directory entries to look up"))
  }

  @Test("a file that two plugins need is read once")
  func once() throws {
    try library("liba.so")
    let inspector = PluginInspector(host: hostStamp, process: process)
    var image = try samplePlugin()
    image.needed += ["liba.so"]
    image.runPath = "$ORIGIN"
    let file = PluginFile(path: try scratch.write(image.bytes, to: "plugin.so"))
    #expect(inspector.inspect(file).codes == [])
    try scratch.write("not a library", to: "liba.so")
    #expect(inspector.inspect(file).codes == [])
    let another = PluginInspector(host: hostStamp, process: process)
    #expect(another.inspect(file).codes == ["plugin/needed-library-missing"])
  }
}
