@testable import CleanseFindingReports
@testable import CleansePluginCommands
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("A template")
struct ProjectTemplateTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func add(_ path: String, _ text: String) throws {
    try folder.write(text, to: "t/\(path)")
  }

  private func files(_ values: [String: String]) throws -> [String: String] {
    let files = try ProjectTemplate("t", in: folder.path).files(values)
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  @Test("replaces placeholders in contents and names, and nothing else")
  func expansion() throws {
    try add("@MODULE@/@NAME@.txt", "@NAME@@NAME@ a@b @Test(\"x\") @NAME mail@example.org @ @@ @X")
    try add(".hidden/file", "")
    #expect(
      try files(["NAME": "hello", "MODULE": "Hello"]) == [
        "Hello/hello.txt": "hellohello a@b @Test(\"x\") @NAME mail@example.org @ @@ @X",
        ".hidden/file": "",
      ])
  }

  @Test("that is broken is an error with its path")
  func broken() throws {
    func message() throws -> String {
      try #require(throws: CommandFailure.self) { try files(["NAME": "hello"]) }.message
    }
    #expect(
      try message().hasPrefix(
        "can't use the template: \(folder.path)/t can't be read: No such file"))
    try folder.makeDirectory("t")
    #expect(try message() == "can't use the template: \(folder.path)/t has no files")
    try add("a", "@NMAE@")
    #expect(
      try message()
        == "can't use the template: \(folder.path)/t/a has the unknown placeholder @NMAE@")
    try folder.write([0xFF], to: "t/a")
    #expect(try message() == "can't use the template: \(folder.path)/t/a is not UTF-8")
    try add("a", String(repeating: "a", count: (1 << 20) + 1))
    #expect(try message().contains("more than the limit of 1048576"))
    try add("a", "")
    try add("@X@", "")
    #expect(
      try message()
        == "can't use the template: \(folder.path)/t/@X@ has the unknown placeholder @X@")
  }

  @Test("of this repository has no unknown placeholder, and is UTF-8")
  func repository() throws {
    let values = [
      "NAME", "IDENTIFIER", "MODULE", "SYMBOL", "AUTHOR", "SHARE", "CRATE", "SCHEMAS", "INCLUDE",
      "VERSION", "HOST", "COMPILER", "SWIFT", "CONTRACTNAME", "CONTRACTMODULE",
      "PLUGINNAME", "PLUGINMODULE", "PLUGINIDENTIFIER", "POINT", "KIND", "IMPORTS", "MEMBERS",
    ]
    let templates = Repository.path(of: "Templates")
    let names = try FileManager.default.contentsOfDirectory(atPath: templates)
    #expect(names.count >= 10)
    for name in names {
      let files = try ProjectTemplate(name, in: templates).files(
        Dictionary(uniqueKeysWithValues: values.map { ($0, "x") }))
      #expect(!files.isEmpty)
    }
  }
}

@Suite("A new project")
struct NewProjectTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func project(_ paths: String..., in directory: String = "p") -> NewProject {
    NewProject(
      directory: "\(folder.path)/\(directory)",
      files: paths.map {
        ProjectTemplate.File(path: $0, bytes: Array("new".utf8), isExecutable: $0.hasSuffix("run"))
      })
  }

  @Test("is written with its directories and permissions")
  func writing() throws {
    try project("a/b/run", "a/c").write(isNew: true)
    #expect(try folder.text(of: "p/a/c") == "new")
    #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/p/a/b/run"))
    #expect(!FileManager.default.isExecutableFile(atPath: "\(folder.path)/p/a/c"))
  }

  @Test("never overwrites a file, a directory or a link, and leaves nothing")
  func existing() throws {
    try folder.write("old", to: "p/b")
    let error = try #require(throws: UsageError.self) { try project("a").write(isNew: true) }
    #expect(error.message == "\(folder.path)/p exists already, and is not overwritten")
    #expect(throws: UsageError.self) { try project("a/x", "b").write(isNew: false) }
    #expect(try folder.text(of: "p/b") == "old")
    #expect(!folder.contains("p/a"))
    try folder.link("q", to: "nowhere")
    #expect(throws: UsageError.self) { try project("a", in: "q").write(isNew: true) }
  }

  @Test("may be in an empty directory, or in an empty repository", arguments: ["q", "q/.git"])
  func empty(directory: String) throws {
    try folder.makeDirectory(directory)
    try project("a", in: "q").write(isNew: true)
    #expect(try folder.text(of: "q/a") == "new")
  }

  @Test("that can't be written completely leaves nothing")
  func failure() throws {
    // A file where a directory is needed.
    let error = try #require(throws: CommandFailure.self) {
      try project("a", "b/c", "a/d").write(isNew: true)
    }
    #expect(error.message.contains("Not a directory"), "\(error.message)")
    #expect(!folder.contains("p"))
    #expect(throws: CommandFailure.self) {
      try project("a", "a/d", in: "new/new/p").write(isNew: true)
    }
    #expect(!folder.contains("new"))
  }

  // It failed if the directory of the project was to be in one that did not exist.
  @Test("creates the directories that it is in")
  func parents() throws {
    try project("a", in: "new/new/p").write(isNew: true)
    #expect(try folder.text(of: "new/new/p/a") == "new")
  }
}
