import Cleanse
import Foundation
import Testing

@testable import ReadingList

@Suite("The reading list")
struct AppTests {
  @Test("the graph is valid")
  func graph() {
    #expect(RootComponents.validateAll(in: "ReadingList") == [])
  }

  @Test("a book is added, listed and finished")
  func books() throws {
    let app = try App.forTesting()
    #expect(try app.run(["list"]) == "the list is empty")
    #expect(try app.run(["add", "Emma", "Jane Austen"]) == "added number 1")
    #expect(try app.run(["add", "Beowulf"]) == "added number 2")
    #expect(try app.run(["finish", "1"]) == "finished Emma")
    #expect(
      try app.run(["list"]) == """
        1. Emma by Jane Austen, added 2026-01-02, read 2026-01-02
        2. Beowulf, added 2026-01-02
        """)
  }

  @Test("each reader has a list")
  func readers() throws {
    let app = try App.forTesting()
    #expect(try app.run(["--reader", "Ann", "add", "Emma"]) == "added number 1")
    #expect(try app.run(["--reader", "Bob", "list"]) == "the list is empty")
    #expect(try app.run(["--reader", "Ann", "list"]) == "1. Emma, added 2026-01-02")
  }

  @Test("the commands of one session share a shelf, and two sessions do not")
  func sessions() throws {
    let app = try App.forTesting()
    let (ann, bob) = (
      try app.sessions.build(Reader(name: "Ann")), try app.sessions.build(Reader(name: "Bob"))
    )
    let shelves =
      (ann.commands + bob.commands).compactMap { ($0 as? AddCommand)?.shelf }
      + (ann.commands + bob.commands).compactMap { ($0 as? ListCommand)?.shelf }
    #expect(Set(shelves.map(ObjectIdentifier.init)).count == 2)
  }

  @Test("help names every command")
  func help() throws {
    let help = try App.forTesting().run([])
    for name in ["add", "list", "finish"] { #expect(help.contains("  \(name)")) }
  }

  @Test(
    "a wrong command line is reported",
    arguments: [
      ["lsit"], ["add"], ["add", ""], ["add", "two\nlines"], ["add", "a", "b", "c"], ["list", "x"],
      ["finish"], ["finish", "0"], ["finish", "one"], ["finish", "\(Int.min)"], ["--reader"],
      ["--reader", ""],
    ])
  func usage(_ arguments: [String]) throws {
    let app = try App.forTesting()
    _ = try app.run(["add", "Emma"])
    #expect(throws: UsageError.self) { try app.run(arguments) }
    #expect(try app.run(["list"]) == "1. Emma, added 2026-01-02")
  }
}
