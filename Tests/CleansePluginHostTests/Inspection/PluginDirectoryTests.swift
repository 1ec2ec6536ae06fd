@testable import CleanseGraph
@testable import CleansePluginFiles
import CleanseTestSupport
import Glibc
import Testing

@Suite("PluginDirectory")
struct PluginDirectoryTests {
  let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  private func names(_ directories: String...) throws -> [String] {
    try PluginDirectory.files(in: directories).map { scratch.anonymous($0.path) }
  }

  @Test("entries that end in .so are found, sorted by bytes, and no others")
  func sorted() throws {
    for name in ["b.so", "a.so", "B.so", "é.so", "c.so.6", "so", "d.SO", "e.so~"] {
      try scratch.write([], to: name)
    }
    try scratch.makeDirectory("nested")
    try scratch.write([], to: "nested/f.so")
    #expect(
      try names(scratch.path)
        == ["DIRECTORY/B.so", "DIRECTORY/a.so", "DIRECTORY/b.so", "DIRECTORY/é.so"])
  }

  // They were inspected, and rejected as damaged plugins.
  @Test("hidden files are left out, also those with a combining mark after the dot")
  func hidden() throws {
    try scratch.link(".#a.so", to: "user@machine.1234:567")
    for name in ["._a.so", ".a.so", ".so", ".\u{301}a.so", "a.so"] {
      try scratch.write([], to: name)
    }
    #expect(try names(scratch.path) == ["DIRECTORY/a.so"])
  }

  @Test("a library with a versioned name alone, and one in a subdirectory, are named as overlooked")
  func overlooked() throws {
    for name in [
      "liba.so.1.2", "libb.so", "libb.so.1", "c.so.x", "d.1", ".e.so.1", "sub/f.so", "sub/.g.so",
      ".hidden/h.so",
    ] {
      try scratch.write([], to: name)
    }
    try scratch.link("liba.so.1", to: "liba.so.1.2")
    #expect(
      OverlookedLibrary.all(in: [scratch.path, scratch.path(of: "none")]) == [
        OverlookedLibrary(
          path: scratch.path(of: "liba.so.1"), reason: "its name does not end in .so"),
        OverlookedLibrary(
          path: scratch.path(of: "sub/f.so"), reason: "subdirectories are not searched for plugins"),
      ])
  }

  @Test("directories keep the given order, and a slash at the end is not doubled")
  func directories() throws {
    for name in ["1", "2"] {
      try scratch.makeDirectory(name)
      try scratch.write([], to: "\(name)/x\(name).so")
    }
    #expect(
      try names(scratch.path(of: "2"), scratch.path(of: "1/"))
        == ["DIRECTORY/2/x2.so", "DIRECTORY/1/x1.so"])
  }

  @Test("a file with several names counts once, under the first")
  func sameFile() throws {
    let path = try scratch.write([], to: "m.so")
    try scratch.link("a.so", to: "m.so")
    #expect(link(path, scratch.path(of: "z.so")) == 0)
    let files = try PluginDirectory.files(in: [scratch.path, scratch.path])
    #expect(
      files == [PluginFile(path: scratch.path(of: "a.so"), resolvedPath: path, isLink: true)])
  }

  @Test("a file in a directory that is named by an indirect path is not a link")
  func roundabout() throws {
    let path = try scratch.write([], to: "m.so")
    let up = String(repeating: "/..", count: scratch.path.count { $0 == "/" })
    let files = try PluginDirectory.files(in: [scratch.path + up + scratch.path + "/."])
    #expect(files.map(\.resolvedPath) == [path])
    #expect(files.map(\.isLink) == [false])
  }

  @Test("an empty directory has no files")
  func empty() throws {
    #expect(try PluginDirectory.files(in: [scratch.path]).isEmpty)
    #expect(try PluginDirectory.files(in: []).isEmpty)
  }

  @Test("a directory that is missing is named")
  func missing() throws {
    let error = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [scratch.path, scratch.path(of: "nowhere")])
    }
    #expect(error?.code == "plugin/directory-missing")
    #expect(error?.path == scratch.path(of: "nowhere"))
    #expect(error?.errno == ENOENT)
    try golden(error, "directory-missing")
  }

  @Test("a file instead of a directory is named")
  func file() throws {
    let path = try scratch.write([], to: "file")
    let error = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [path])
    }
    #expect(error?.code == "plugin/not-a-directory")
    try golden(error, "not-a-directory")
  }

  @Test("a directory that can't be read is named with the cause")
  func unreadable() throws {
    // Not even root can read a cycle of links.
    let path = try scratch.link("cycle", to: "cycle")
    let error = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [path])
    }
    #expect(error?.code == "plugin/directory-unreadable")
    try golden(error, "directory-unreadable")
  }

  @Test("a directory whose name the system can't handle is reported with a fix for the name")
  func names() throws {
    let long = String(repeating: "x", count: 300)
    let tooLong = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [scratch.path(of: long)])
    }
    #expect(tooLong?.code == "plugin/directory-unreadable")
    #expect(tooLong?.errno == ENAMETOOLONG)
    let text = scratch.anonymous(tooLong?.diagnostic.description ?? "")
    expectGolden(text.replacing(long, with: "LONG"), "directory-name-too-long")
    let invalid = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [scratch.path(of: "a\u{FFFD}")])
    }
    try golden(invalid, "directory-name-invalid")
    let null = #expect(throws: PluginHostError.self) {
      try PluginDirectory.files(in: [scratch.path + "\0x"])
    }
    #expect(null?.errno == EINVAL)
    #expect(null?.code == "plugin/directory-unreadable")
  }

  private func golden(_ error: PluginHostError?, _ name: String) throws {
    let error = try #require(error)
    expectGolden(scratch.anonymous("\(error)\n\(error.diagnostic)"), name)
  }
}
