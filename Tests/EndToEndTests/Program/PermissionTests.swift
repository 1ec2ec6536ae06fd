import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("A plugin that others can change", .blocking)
struct PermissionTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    var plugin = CPlugin()
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    try plugin.build("c.so", in: directory)
  }

  @Test("is rejected without running its code, unless that is allowed")
  func file() throws {
    try #require(chmod(directory.path(of: "c.so"), 0o666) == 0)
    let list = try host("list", ".", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "trust-insecure", in: directory)
    for command in [
      ["validate", "."], ["run", "."], ["show", ".", "org.example.c"], ["probe", "c.so"],
    ] {
      let run = try host(arguments: command, in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("[plugin/insecure-permissions]"))
    }
    #expect(!directory.contains("marker"))

    let allowed = try host("list", "--allow-insecure", ".", in: directory)
    #expect(allowed.status == 0)
    #expect(allowed.errors.hasPrefix("warning: ./c.so can be changed by users other"))
    let validated = try host("validate", "--allow-insecure", "--sandbox", "off", ".", in: directory)
    #expect(validated.status == 0)
    #expect(directory.contains("marker"))
  }

  @Test("is reported with each directory of its path, and links are followed")
  func way() throws {
    try directory.write([], to: "open/plugins/none")
    try directory.link("open/plugins/link.so", to: "../../c.so")
    try #require(chmod(directory.path(of: "open"), 0o777) == 0)
    // Any user may put another link there, so its target is not all that counts.
    let linked = try host("list", "open/plugins", in: directory)
    #expect(linked.status == 1)
    #expect(linked.errors.contains("/open is writable by any user (mode 777)\n"))
    try directory.copy("c.so", to: "open/plugins/c.so")
    try FileManager.default.removeItem(atPath: directory.path(of: "open/plugins/link.so"))
    let list = try host("list", "open/plugins", in: directory)
    #expect(list.status == 1)
    #expect(list.errors.contains("/open is writable by any user (mode 777)\n"))
    try #require(chmod(directory.path(of: "open"), 0o1777) == 0)
    #expect(try host("list", "open/plugins", in: directory).status == 0)
  }

  @Test("is one that brings a library that others can change, whatever links to it")
  func library() throws {
    let samples = try TemporaryDirectory(samples: ["Wrap"])
    let name = "libTextFilterAPI.so"
    #expect(try host("list", ".", in: samples).status == 0)
    try #require(chmod(samples.path(of: name), 0o666) == 0)
    let list = try host("list", ".", in: samples)
    #expect(list.status == 1)
    #expect(list.errors.contains("/\(name) is writable by any user (mode 666)\n"))

    try samples.write([], to: "open/none")
    try #require(chmod(samples.path(of: "open"), 0o777) == 0)
    try samples.copy(name, to: "open/\(name)")
    try FileManager.default.removeItem(atPath: samples.path(of: name))
    try #require(chmod(samples.path(of: "open/\(name)"), 0o644) == 0)
    try samples.link(name, to: "open/\(name)")
    #expect(
      try host("list", ".", in: samples).errors
        .contains("/open is writable by any user (mode 777)\n"))
    #expect(try host("list", "--allow-insecure", ".", in: samples).status == 0)
  }

  @Test("is one that searches for a library where others could put one, whether or not that exists")
  func search() throws {
    try CPlugin.compile("int answer(void) { return 42; }\n", to: "libanswer.so", in: directory)
    try directory.write([], to: "open/none")
    try #require(chmod(directory.path(of: "open"), 0o1777) == 0)
    var plugin = CPlugin()
    plugin.options = ["-L.", "-Wl,--no-as-needed,-rpath,$ORIGIN/open/later:$ORIGIN", "-lanswer"]
    try plugin.build("c.so", in: directory)
    for command in ["list", "validate", "run"] {
      let run = try host(command, ".", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("any user may create \(directory.path)/open/later"))
    }
    #expect(try host("run", "--allow-insecure", ".", in: directory).status == 0)
  }

  @Test(
    "is one with a variant of its library that belongs to another user",
    .enabled(if: getuid() == 0, "only root can give a file away"))
  func variant() throws {
    let variants = ["glibc-hwcaps/x86-64-v2", "tls"]
    for folder in variants + ["."] {
      try directory.write([], to: "\(folder)/none")
      try CPlugin.compile(
        folder == "."
          ? "int answer(void) { return 42; }" : CPlugin.marking(directory.path(of: "marker")),
        to: "\(folder)/libanswer.so", in: directory,
        ["-include", "fcntl.h", "-include", "unistd.h"])
    }
    var plugin = CPlugin()
    plugin.options = ["-L.", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-lanswer"]
    try plugin.build("c.so", in: directory)
    for folder in variants {
      let path = "\(folder)/libanswer.so"
      try #require(chown(directory.path(of: path), 12345, 12345) == 0)
      let run = try host("run", ".", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("/\(path) belongs to user 12345\n"))
      try FileManager.default.removeItem(atPath: directory.path(of: path))
    }
    #expect(!directory.contains("marker"))
    #expect(try host("run", ".", in: directory).status == 0)
  }

  @Test(
    "is one whose library another user could put in place of something else",
    .enabled(if: getuid() == 0, "only root can give a file away"),
    arguments: ["dangling", "wrong class", "empty"])
  func candidate(_ kind: String) throws {
    try CPlugin.compile("int answer(void) { return 42; }", to: "libanswer.so", in: directory)
    var plugin = CPlugin()
    plugin.options = ["-L.", "-Wl,--no-as-needed,-rpath,$ORIGIN/first:$ORIGIN", "-lanswer"]
    try plugin.build("c.so", in: directory)
    #expect(try host("lock", ".", in: directory).status == 0)
    for name in ["first", "theirs"] { try directory.write([], to: "\(name)/none") }
    let candidate = directory.path(of: "first/libanswer.so")
    switch kind {
    case "dangling":
      try #require(chown(directory.path(of: "theirs"), 12345, 12345) == 0)
      try directory.link("first/libanswer.so", to: directory.path(of: "theirs/libanswer.so"))
    case "wrong class":
      var bytes = try #require(
        FileManager.default.contents(atPath: directory.path(of: "libanswer.so")))
      bytes[4] = 1
      try directory.write(Array(bytes), to: "first/libanswer.so")
      try #require(chown(candidate, 12345, 12345) == 0)
    default:
      try directory.write([], to: "first/libanswer.so")
      try #require(chown(candidate, 12345, 12345) == 0)
    }
    for command in [["list"], ["validate"], ["run"], ["run", "--locked"]] {
      let run = try host(arguments: command + ["."], in: directory)
      #expect(run.status == 1)
      let code = kind == "empty" ? "plugin/needed-library-missing" : "plugin/insecure-permissions"
      #expect(run.errors.contains("[\(code)]"))
    }
  }

  @Test("is one of another user, also for root", .enabled(if: getuid() == 0))
  func owner() throws {
    try #require(chown(directory.path(of: "c.so"), 12345, 12345) == 0)
    let list = try host("list", ".", in: directory)
    #expect(list.status == 1)
    #expect(list.errors.contains("/c.so belongs to user 12345\n"))
  }
}
