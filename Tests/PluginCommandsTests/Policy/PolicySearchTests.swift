@testable import CleanseFindingReports
@testable import CleansePlugin
import CleanseSupport
@testable import CleansePluginCommands
import CleanseTestSupport
import Glibc
import Testing

@Suite("The search for a policy file")
struct PolicySearchTests {
  /// A directory that only its owner can change, like its parents.
  private static func tree(_ files: [String: String] = [:]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(files)
    try #require(mkdir("\(directory.path)/in", 0o755) == 0)
    try #require(mkdir("\(directory.path)/in/side", 0o755) == 0)
    return directory
  }

  @Test("finds the nearest file in the directory or its parents")
  func nearest() throws {
    let tree = try Self.tree(["host.json": "{}"])
    let deep = "\(tree.path)/in/side"
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(deep)))
        == .init(path: "\(tree.path)/host.json", name: "../../host.json"))
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(tree.path)))
        == .init(path: "\(tree.path)/host.json", name: "host.json"))
    // Any entry with the name ends the search.
    try #require(mkdir("\(tree.path)/in/host.json", 0o755) == 0)
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(deep)))?.name
        == "../host.json")
    try #require(symlink("nowhere", "\(deep)/host.json") == 0)
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(deep)))?.name == "host.json"
    )
  }

  // A slash and the combining mark after it are one `Character`, so the parent was skipped.
  @Test("finds the file of a parent below which a name begins with a combining mark")
  func combiningMark() throws {
    let tree = try Self.tree(["host.json": "{}"])
    let marked = try tree.makeDirectory("\u{301}y")
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(marked)))
        == .init(path: "\(tree.path)/host.json", name: "../host.json"))
  }

  // The file was searched for under the repaired name of the directory, and so not found.
  @Test("does not skip a file in a directory whose name is not UTF-8")
  func notText() throws {
    let tree = try Self.tree()
    let odd = FilePath(tree.path).appending(FilePath(bytes: [0xFF]))
    try #require(mkdir(odd.cString, 0o755) == 0)
    let file = odd.appending("host.json")
    try #require(symlink("nowhere", file.cString) == 0)
    defer {
      remove(file.cString)
      remove(odd.cString)
    }
    #expect(throws: CommandFailure.self) {
      try PolicySearch.file(named: "host.json", from: .success(odd))
    }
  }

  @Test("ends at the root of the file system")
  func root() throws {
    #expect(try PolicySearch.file(named: "host.json", from: .success("/proc/self")) == nil)
    #expect(try PolicySearch.file(named: "host.json", from: .success("/")) == nil)
    #expect(try PolicySearch.file(named: "host.json", from: nil) == nil)
  }

  // The search of `host new ci` went on above the root of the repository.
  @Test("ends at a directory that the caller names")
  func last() throws {
    let tree = try Self.tree(["host.json": "{}"])
    let deep = "\(tree.path)/in/side"
    for last in [deep, "\(tree.path)/in"] {
      #expect(
        try PolicySearch.file(named: "host.json", from: .success(FilePath(deep)), upTo: last) == nil
      )
    }
    #expect(
      try PolicySearch.file(named: "host.json", from: .success(FilePath(deep)), upTo: tree.path)?
        .name
        == "../../host.json")
  }

  @Test("fails if the working directory is unknown")
  func unknownDirectory() {
    let error = #expect(throws: CommandFailure.self) {
      try PolicySearch.file(named: "host.json", from: .failure(SystemError(number: ENOENT)))
    }
    #expect(
      error?.message
        == "can't determine the working directory to search for host.json: "
        + "No such file or directory")
  }

  @Test("does not trust a file that others can change, unless it is named")
  func insecure() throws {
    let tree = try Self.tree(["host.json": #"{"strict":true}"#])
    let context = CommandContext.of(tree.path + "/in")
    func policy(_ arguments: ParsedArguments = ParsedArguments()) throws -> Policy {
      try Policy(arguments, for: "validate", in: context)
    }
    #expect(try policy().isStrict == Setting(value: true, origin: .file("../host.json", line: 1)))
    for (mode, weakness) in [
      (0o777, "\(tree.path) is writable by any user (mode 777)"),
      (0o775, "\(tree.path) is writable by its group (mode 775)"),
      (0o1777, "any user may put files next to it into \(tree.path) (mode 1777)"),
    ] {
      try #require(chmod(tree.path, mode_t(mode)) == 0)
      let failure = #expect(throws: UsageError.self) { try policy() }
      #expect(
        failure?.message
          == "../host.json can be changed by users other than root and the user who runs the host")
      #expect(failure?.hints.first == weakness)
      var arguments = ParsedArguments()
      arguments.flags = [.noConfig]
      #expect(try policy(arguments).file == nil)
      arguments = ParsedArguments()
      arguments.values = [.config: ["\(tree.path)/host.json"]]
      #expect(try policy(arguments).isStrict.value)
    }
    try #require(chmod(tree.path, 0o755) == 0)
    try #require(chmod("\(tree.path)/host.json", 0o666) == 0)
    let failure = #expect(throws: UsageError.self) { try policy() }
    #expect(failure?.hints.first == "\(tree.path)/host.json is writable by any user (mode 666)")
  }

  @Test("that finds an unreadable file fails with the option to run without it")
  func unreadable() throws {
    let tree = try Self.tree()
    try #require(mkdir("\(tree.path)/host.json", 0o755) == 0)
    let failure = #expect(throws: UsageError.self) {
      try Policy(ParsedArguments(), for: "list", in: .of(tree.path + "/in/side"))
    }
    #expect(failure?.message == "../../host.json is a directory, not a regular file")
    #expect(failure?.hints == ["pass `--no-config` to run without it"])
  }

  // The error of an application named options that only its tool has.
  @Test("names no options to a program that has none")
  func withoutOptions() throws {
    let tree = try Self.tree(["host.json": "{}"])
    func hints(_ directory: Result<FilePath, SystemError>) -> [String]? {
      var context = CommandContext.of(tree.path)
      (context.workingDirectory, context.hasOptions) = (directory, false)
      do {
        _ = try Policy(ParsedArguments(), for: "load", in: context)
      } catch let error as UsageError {
        return error.hints
      } catch let error as CommandFailure {
        return error.hints
      } catch {}
      return nil
    }
    try #require(chmod("\(tree.path)/host.json", 0o666) == 0)
    #expect(
      hints(.success(FilePath(tree.path))) == [
        "\(tree.path)/host.json is writable by any user (mode 666)",
        "it is neither used nor ignored; check its contents, and correct the permissions",
      ])
    try #require(unlink("\(tree.path)/host.json") == 0)
    try #require(mkdir("\(tree.path)/host.json", 0o755) == 0)
    #expect(hints(.success(FilePath(tree.path))) == [])
    #expect(hints(.failure(SystemError(number: ENOENT))) == [])
  }
}

extension CommandContext {
  /// The context of a process with a working directory.
  fileprivate static func of(_ directory: String) -> CommandContext {
    CommandContext(
      environment: [:], workingDirectory: .success(FilePath(directory)),
      streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: MemorySink()))
  }
}
