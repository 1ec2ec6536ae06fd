import CleansePluginHost
import CleanseTestSupport
import FoundationEssentials
import Testing

// A plugin replaced such a path by a link, and the next run could use what it leads to.
@Suite("In a policy file, a path below what may be written")
struct ReplaceablePathTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory(["real/data/file": "", "secret/file": ""])
    for (link, target) in [
      ("up", "real"), ("real/out", "../secret"), ("deep", "up/data"), ("in", "real/out"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(of: link), withDestinationPath: target)
    }
  }

  /// The error of a file in which `DIR` is the directory.
  private func error(_ json: String) throws -> String? {
    let text = json.replacing("DIR", with: directory.path)
    try directory.write(text.utf8, to: "host.json")
    do throws(PolicyFileError) {
      _ = try PolicyFile(contentsOf: directory.path(of: "host.json"), name: "host.json")
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    "is refused, whichever members list them",
    arguments: [
      (#"{"sandbox": {"write": ["DIR/real"], "read": ["DIR/real/data"]}}"#, "sandbox.read"),
      (#"{"sandbox": {"write": ["DIR/real", "DIR/real/data"]}}"#, "sandbox.write"),
      (
        #"{"sandbox": {"write": ["DIR/real"]}, "plugins": {"a.b": {"sandbox": {"read": ["DIR/real/data"]}}}}"#,
        "plugins.a.b.sandbox.read"
      ),
      (
        #"{"plugins": {"a.b": {"sandbox": {"write": ["DIR/real"]}}, "c.d": {"sandbox": {"write": ["DIR/real/data"]}}}}"#,
        "plugins.c.d.sandbox.write"
      ),
      (#"{"permissions": {"write": ["DIR/real"], "read": ["DIR/real/data"]}}"#, "permissions.read"),
      (#"{"permissions": {"write": ["DIR/real"], "exec": ["DIR/real/data"]}}"#, "permissions.exec"),
      (
        #"{"sandbox": {"write": ["DIR/real"]}, "permissions": {"read": ["DIR/real/data"]}}"#,
        "permissions.read"
      ),
    ])
  func members(json: String, field: String) throws {
    let (path, real) = (directory.path(of: "real/data"), directory.path(of: "real"))
    #expect(
      try error(json)
        == "host.json:1: `\(field)` has `\(path)`, which lies below `\(real)`, which may be written: "
        + "a plugin could replace it by a link to any other file")
  }

  @Test(
    "is found by where links lead to",
    arguments: [
      ("up", "real/data"), ("real", "up/data"), ("real", "deep"), ("real", "real/out"),
      ("real", "in"), ("real", "real/none/file"), ("none", "none/file"), ("real", "up/out/file"),
      ("real/", "real//data/"),
    ])
  func links(writable: String, readable: String) throws {
    let json = #"{"permissions": {"write": ["DIR/\#(writable)"],\#n"read": ["DIR/\#(readable)"]}}"#
    #expect(try error(json)?.hasPrefix("host.json:1: `permissions.read` has ") == true)
    let sandbox = json.replacing("permissions", with: "sandbox")
    #expect(try error(sandbox)?.hasPrefix("host.json:2: `sandbox.read` has ") == true)
  }

  @Test("others are not, also with names that only begin in the same way")
  func separate() throws {
    for readable in ["real", "real2", "secret", "up"] {
      #expect(
        try error(#"{"permissions": {"write": ["DIR/real"], "read": ["DIR/\#(readable)"]}}"#) == nil
      )
    }
    #expect(
      try error(#"{"sandbox": {"write": ["DIR/real/data"], "read": ["DIR", "DIR/real"]}}"#) == nil)
    #expect(
      try error(#"{"sandbox": {"write": ["DIR/real"]}, "permissions": {"write": ["DIR/real"]}}"#)
        == nil)
  }

  @Test("with links in a circle has an end")
  func circle() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(of: "circle"), withDestinationPath: "circle")
    #expect(
      try error(#"{"permissions": {"write": ["DIR/real"], "read": ["DIR/circle/x"]}}"#) == nil)
  }
}
