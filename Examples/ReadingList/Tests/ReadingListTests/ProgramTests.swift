import Foundation
import Testing

@testable import ReadingList

/// Tests of the whole program with its file.
@Suite("The program")
final class ProgramTests {
  private let folder: URL
  private var file: URL { folder.appending(path: "list.json") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reading-list-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ arguments: String...) -> Program.Outcome {
    Program.run(arguments, environment: ["READING_LIST": file.path])
  }

  @Test("the next call reads the stored list")
  func kept() {
    #expect(run("add", "Emma", "Jane Austen") == .init(output: "added number 1\n"))
    #expect(run("add", "Beowulf") == .init(output: "added number 2\n"))
    #expect(run("finish", "2") == .init(output: "finished Beowulf\n"))
    #expect(run("list").output.hasPrefix("1. Emma by Jane Austen, added 2"))
  }

  @Test("an unknown command fails with status 2, and the commands are listed")
  func unknown() {
    let error = "reading-list: unknown command \"lsit\"; the commands are add, list, finish, help\n"
    #expect(run("lsit") == .init(error: error, status: 2))
  }

  @Test("a damaged file is reported and kept", arguments: ["", "{", "[1]", "{\"me\": [{}]}"])
  func damaged(_ text: String) throws {
    try Data(text.utf8).write(to: file)
    for arguments in [["list"], ["add", "Emma"]] {
      let outcome = Program.run(arguments, environment: ["READING_LIST": file.path])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.error.hasPrefix("reading-list: \(file.path) is damaged"))
    }
    #expect(try Data(contentsOf: file) == Data(text.utf8))
  }

  @Test("a file that can't be read or written is reported")
  func unusable() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(run("list").error.hasPrefix("reading-list: \(file.path) can't be read; "))
    let nowhere = file.appending(path: "missing/list.json").path
    let outcome = Program.run(["add", "Emma"], environment: ["READING_LIST": nowhere])
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("reading-list: \(nowhere) can't be written; "))
  }
}
