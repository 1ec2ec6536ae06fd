import CleanseTestSupport
import Glibc
import Foundation
import Testing

@Suite("A directory of plugins", .blocking)
struct DirectoryTests {
  @Test(
    "that can't be read is named with the cause",
    arguments: [
      ("missing", 2), ("file", 2), ("loop", 3), ("missing/below", 2),
      (String(repeating: "long", count: 100), 3),
    ] as [(String, Int32)])
  func unusable(name: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("text".utf8, to: "file")
    // Not even root can read a link to itself; any other directory, root can.
    try directory.link("loop", to: "loop")
    for command in [["list"], ["validate"], ["run"]] {
      let run = try host(arguments: command + [name], in: directory)
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(name))
    }
    let slug = name.count > 20 ? "long" : name.replacing("/", with: "-")
    try expectGolden(
      host("list", name, in: directory), "directory-\(slug)", in: directory)
  }

  @Test("that may not be read is the host's own failure", .enabled(if: getuid() != 0))
  func forbidden() throws {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "closed/file")
    chmod(directory.path(of: "closed"), 0)
    defer { chmod(directory.path(of: "closed"), 0o700) }
    let run = try host("list", "closed", in: directory)
    #expect(run.status == 3)
    #expect(run.errors.contains("closed can't be read: Permission denied"))
  }

  @Test("that is empty gives an empty list, a hint and status 0")
  func empty() throws {
    let directory = try TemporaryDirectory()
    let run = try host("list", ".", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "directory-empty", in: directory)
    let json = try host("list", "--format", "json", ".", in: directory)
    #expect(json.status == 0)
    #expect((try json.json()["plugins"] as? [Any])?.isEmpty == true)
    #expect(try host("validate", ".", in: directory).status == 0)
    #expect(try host("run", ".", in: directory).status == 0)
  }

  @Test("can be named by CLEANSE_PLUGIN_PATH when the command line names none")
  func environment() throws {
    let first = try TemporaryDirectory(samples: ["Wrap"])
    let second = try TemporaryDirectory(samples: ["Number"])
    let environment = ["CLEANSE_PLUGIN_PATH": "\(first.path):\(second.path)"]
    let run = try host("list", environment: environment)
    #expect(run.status == 0)
    #expect(run.output.contains("samples.wrap") && run.output.contains("samples.number"))
    let named = try host("list", second.path, environment: environment)
    #expect(!named.output.contains("samples.wrap") && named.output.contains("samples.number"))
    let wrong = try host("list", environment: ["CLEANSE_PLUGIN_PATH": "/missing"])
    #expect(wrong.status == 2)
    expectGolden(wrong, "directory-environment")
  }

  @Test("is ./plugins by default")
  func standard() throws {
    let directory = try TemporaryDirectory()
    let missing = try host("list", in: directory)
    #expect(missing.status == 2)
    expectGolden(missing, "directory-standard", in: directory)
    try directory.link("plugins", to: Build.plugins.path)
    let run = try host("list", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains("org.cleanse.samples.wrap"))
  }
}
