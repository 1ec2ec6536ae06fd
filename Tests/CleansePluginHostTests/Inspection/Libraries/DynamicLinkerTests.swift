@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

/// Opens real libraries, and compares the result with the predicted one.
@Suite(
  "LibraryWalk and the dynamic linker", .enabled(if: CCompiler.native != nil, "needs a C compiler"))
struct DynamicLinkerTests {
  /// A library that needs others, and how it is linked.
  struct Library: Sendable {
    var path: String
    var needs: [String] = []
    var flags = ""
  }

  struct Layout: Sendable, CustomTestStringConvertible {
    let name: String
    /// The libraries in the order in which they are linked; the last one is opened. `NAME` differs between
    /// layouts, because a loaded library remains for all later ones.
    let libraries: [Library]
    /// The replacement of a library after linking: nil to remove it, or other bytes.
    var replaced: [String: [UInt8]] = [:]
    let isFound: Bool

    var testDescription: String { name }
  }

  private static let layouts: [Layout] = [
    Layout(
      name: "sibling",
      libraries: [
        Library(path: "libNAMEa.so"),
        Library(path: "p.so", needs: ["libNAMEa.so"], flags: "-Wl,-rpath,'$ORIGIN'"),
      ], isFound: true),
    Layout(
      name: "nowhere",
      libraries: [Library(path: "libNAMEa.so"), Library(path: "p.so", needs: ["libNAMEa.so"])],
      isFound: false),
    Layout(
      name: "inherited", libraries: chain("--disable-new-dtags", lower: ""), isFound: true),
    Layout(name: "own", libraries: chain("--enable-new-dtags", lower: ""), isFound: false),
    Layout(
      name: "closed", libraries: chain("--disable-new-dtags", lower: "-Wl,-rpath,/nowhere"),
      isFound: false),
    Layout(
      name: "origin", libraries: chain("--enable-new-dtags", lower: "-Wl,-rpath,'${ORIGIN}/.'"),
      isFound: true),
    Layout(
      name: "soname",
      libraries: [
        Library(path: "libNAMEa.so", flags: "-Wl,-soname,libNAMEa.so.1"),
        Library(path: "libNAMEb.so", needs: ["libNAMEa.so"]),
        Library(
          path: "p.so", needs: ["libNAMEa.so", "libNAMEb.so"], flags: "-Wl,-rpath,'$ORIGIN'"),
      ], isFound: false),
    Layout(
      name: "text",
      libraries: [
        Library(path: "libNAMEa.so"), Library(path: "sub/libNAMEa.so"),
        Library(path: "p.so", needs: ["libNAMEa.so"], flags: "-Wl,-rpath,'$ORIGIN:$ORIGIN/sub'"),
      ], replaced: ["libNAMEa.so": Array("no library, but long enough to be read as one".utf8)],
      isFound: false),
    Layout(
      name: "removed",
      libraries: [
        Library(path: "libNAMEa.so"), Library(path: "sub/libNAMEa.so"),
        Library(path: "p.so", needs: ["libNAMEa.so"], flags: "-Wl,-rpath,'$ORIGIN:$ORIGIN/sub'"),
      ], replaced: ["libNAMEa.so": []], isFound: true),
    Layout(
      name: "system",
      libraries: [Library(path: "p.so", flags: "-Wl,--no-as-needed -lelf")], isFound: true),
  ]

  private static func chain(_ kind: String, lower: String) -> [Library] {
    [
      Library(path: "sub/libNAMEb.so"),
      Library(path: "sub/libNAMEa.so", needs: ["sub/libNAMEb.so"], flags: lower),
      Library(
        path: "p.so", needs: ["sub/libNAMEa.so"], flags: "-Wl,\(kind),-rpath,'$ORIGIN/sub'"),
    ]
  }

  @Test("both find the same libraries", arguments: layouts)
  func agreement(_ layout: Layout) throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("sub")
    func file(_ path: String) -> String {
      scratch.path(of: path.replacing("NAME", with: "cleanse-\(layout.name)-"))
    }
    for library in layout.libraries {
      let needs = library.needs.map { path in
        "-L\(FilePath(file(path)).removingLastComponent) -l:\(FilePath(file(path)).name)"
      }.joined(separator: " ")
      let command =
        "\(try #require(CCompiler.native).path) -shared -fPIC -o \(file(library.path)) -x c /dev/null -x none "
        + "-Wl,--no-as-needed,--allow-shlib-undefined \(needs) \(library.flags)"
      try #require(ChildProcess.shell(command).status == 0, "\(command)")
    }
    for (path, bytes) in layout.replaced {
      if bytes.isEmpty {
        #expect(remove(file(path)) == 0)
      } else {
        #expect(writeFile(file(path), bytes))
      }
    }
    let path = scratch.path(of: "p.so")
    let elf = try LibraryCatalog.open(path)
    let dynamic = try DynamicSection(of: elf)
    let needs = try LibraryNeeds(dynamic, DynamicStrings(of: elf, dynamic))
    let walk = try LibraryWalk(FilePath(path), needs, LibraryCatalog(.current))
    #expect(walk.missing.isEmpty == layout.isFound, "\(walk.missing)")
    let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)
    #expect((handle != nil) == layout.isFound)
    if let handle { dlclose(handle) }
  }
}
