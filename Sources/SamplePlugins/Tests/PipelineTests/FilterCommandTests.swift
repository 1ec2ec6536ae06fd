import CleansePlugin
import Testing
import TextFilterAPI
import TextTesting

@testable import Pipeline

@Suite("The command filter")
struct FilterCommandTests {
  private let command = FilterCommand(filters: [Replacing("b", "c"), Replacing("a", "b")])

  @Test("passes the text through the filters in order")
  func order() async throws {
    #expect(try await command.run("--use", "a,b", on: "abc\n").output == "ccc\n")
    #expect(try await command.run("--use=b,a", on: "abc\n").output == "bcc\n")
    #expect(try await command.run("--use", "a", "--use", "b", on: "abc\n").output == "ccc\n")
    #expect(try await command.run("--use", "a", on: "aa\r\na", blockSize: 1).output == "bb\r\nb")
    #expect(try await command.run("--use", "a", on: "").output == "")
  }

  @Test("passes the text after the first colon to the filter")
  func argument() async throws {
    #expect(try await command.run("--use", "a:x", on: "a\n").output == "x\n")
    let error = await usageError("--use", "a:1:2")
    #expect(error == "filter 'a': takes one byte, not '1:2'")
  }

  @Test("lists the filters by name")
  func list() async throws {
    #expect(try await command.run("--list").output == "a  replaces a\nb  replaces b\n")
    let output = try await FilterCommand(filters: []).run("--list").output
    #expect(output.hasPrefix("No filter is installed"))
  }

  @Test("prints its help, whatever the other arguments")
  func help() async throws {
    for arguments in [["--help"], ["-h"], ["--use", "a", "--help"]] {
      guard case .help = try FilterRequest(arguments) else {
        Issue.record("\(arguments) is no request for help")
        return
      }
    }
    #expect(try await command.run("--help").output.contains("filter --use NAME"))
  }

  @Test("the error for an unknown filter lists the installed ones, nearest first")
  func unknownFilter() async {
    let command = FilterCommand(filters: ["wrap", "number", "redact"].map { Replacing($0, "") })
    let error = await usageError("--use", "redcat", of: command)
    #expect(error == "no filter is called 'redcat'; installed: redact, wrap, number")
    let none = await usageError("--use", "a", of: FilterCommand(filters: []))
    #expect(none == "no filter is called 'a'; none is installed")
  }

  @Test("two filters with one name are an error")
  func sameName() async {
    let command = FilterCommand(filters: [Replacing("a", "b"), Replacing("a", "c")])
    let error = await usageError("--use", "a", of: command)
    #expect(error == "2 filters are called 'a'; remove all but one plugin")
  }

  @Test(
    "invalid arguments are reported",
    arguments: [
      ([], "filter needs --use"), (["--use"], "filter needs --use"),
      (["--use", ""], "without a name"),
      (["--use", "a,,b"], "without a name"), (["--use", ":1"], "without a name"),
      (["--lsit"], "'--lsit'; the options are --list, "), (["text"], "standard input"),
    ])
  func usage(arguments: [String], part: String) throws {
    let error = #expect(throws: CommandUsageError.self) { try FilterRequest(arguments) }
    #expect(error?.description.contains(part) == true)
  }

  @Test("a closed output ends it with the stream's error")
  func closedOutput() async {
    let streams = CommandStreams(
      input: MemorySource("a\n"), output: MemorySink(isClosed: true), error: MemorySink())
    let error = await #expect(throws: StreamError.self) {
      try await command.run(arguments: ["--use", "a"], streams: streams)
    }
    #expect(error?.isClosedByReader == true)
  }

  private func usageError(
    _ arguments: String..., of command: FilterCommand? = nil
  ) async -> String? {
    let streams = CommandStreams(
      input: MemorySource(""), output: MemorySink(), error: MemorySink())
    let error = await #expect(throws: CommandUsageError.self) {
      try await (command ?? self.command).run(arguments: arguments, streams: streams)
    }
    return error?.description
  }
}

/// A filter that replaces one byte, which is also its name, by another one.
private struct Replacing: TextFilter, TextTransform {
  let name: String
  var summary: String { "replaces \(name)" }
  private var replacement: String

  init(_ name: String, _ replacement: String) {
    self.name = name
    self.replacement = replacement
  }

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard let argument else { return self }
    guard argument.utf8.count == 1 else {
      throw TextFilterArgumentError("takes one byte, not '\(argument)'")
    }
    return Replacing(name, argument)
  }

  func transform(_ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws {
    for index in text.indices {
      if text[index] == name.utf8.first {
        output.append(replacement)
      } else {
        output.append(text[index])
      }
    }
    output.append(piece.ending)
  }
}
