@testable import PluginCommands
import Testing

@Suite("Options")
struct OptionParserTests {
  private let parser = OptionParser(table: OptionTable([.format, .all]), command: "list")

  @Test("options stand before and after operands")
  func order() throws {
    let parsed = try parser.parse(["a", "--all", "b", "--format", "json", "c"])
    #expect(parsed.operands == ["a", "b", "c"])
    #expect(parsed.contains(.all))
    #expect(parsed.format == .json)
    #expect(parsed.trailing == nil)
  }

  @Test("what stands behind the first -- is left alone")
  func terminator() throws {
    let parsed = try parser.parse(["a", "--", "filter", "--all", "--", "-x"])
    #expect(parsed.operands == ["a"])
    #expect(parsed.trailing == ["filter", "--all", "--", "-x"])
    #expect(!parsed.contains(.all))
  }

  @Test("a -- with nothing behind it is not the same as none")
  func bareTerminator() throws {
    #expect(try parser.parse(["--"]).trailing == [])
    #expect(try parser.parse(["a", "--all", "--"]).trailing == [])
    #expect(try parser.parse([]).trailing == nil)
  }

  @Test("a -- that is the value of an option ends nothing, and is a wrong value")
  func terminatorAsValue() {
    #expect(throws: UsageError.self) { try parser.parse(["--format", "--"]) }
  }

  @Test("an unambiguous beginning, a joined value and the last of two values count")
  func spellings() throws {
    #expect(try parser.parse(["--fo=json"]).format == .json)
    #expect(try parser.parse(["--format=json", "--format", "text"]).format == .text)
    #expect(try parser.parse(["-h"]).contains(.help))
  }

  @Test("a single hyphen and an empty argument are operands")
  func hyphen() throws {
    #expect(try parser.parse(["-", ""]).operands == ["-", ""])
  }

  @Test(
    "a wrong option is named, with the nearest known one",
    arguments: [
      (["--fromat"], "unknown option --fromat", "did you mean --format?"),
      (["x", "--al=3"], "option --all takes no value", nil),
      (["--quux"], "unknown option --quux", nil),
      (["-hz"], "unknown option -z", nil), (["---"], "unknown option ---", nil),
      (["-all"], "unknown option -a", "did you mean --all?"),
      (["--all", "-fromat", "json"], "unknown option -f", "did you mean --format?"),
      (["-ü"], "unknown option -ü", nil),
      (["--format"], "option --format lacks its value", "it takes text or json"),
      (
        ["--format", "jsno"], "option --format does not take `jsno`", "did you mean --format json?"
      ),
      (["--format="], "option --format does not take ``", "it takes text or json"),
    ] as [([String], String, String?)])
  func errors(arguments: [String], message: String, hint: String?) {
    let error = #expect(throws: UsageError.self) { try parser.parse(arguments) }
    #expect(error?.message == message)
    #expect(error?.hints.first == hint)
    #expect(error?.command == "list")
  }

  @Test("an ambiguous beginning names what it may be")
  func ambiguous() {
    let table = OptionTable([Option("strict", ""), Option("string", "")])
    let error = #expect(throws: UsageError.self) {
      try OptionParser(table: table, command: nil).parse(["--str"])
    }
    #expect(error?.message == "option --str is ambiguous")
    #expect(error?.hints == ["it may be --strict or --string"])
  }

  @Test("an option may be repeated, and one may do without its value")
  func trusting() throws {
    let parser = OptionParser(table: OptionTable(Option.trusting), command: "list")
    let parsed = try parser.parse(["--trust", "a", "x", "--trust=b", "--locked", "y"])
    #expect(parsed.values[.trust] == ["a", "b"])
    #expect(parsed.value(of: .trust) == "b")
    #expect(parsed.contains(.locked) && parsed.value(of: .locked) == nil)
    #expect(parsed.operands == ["x", "y"])
    let file = try parser.parse(["--locked=", "--locked=a"])
    #expect(file.contains(.locked) && file.value(of: .locked) == "a")
    #expect(Option.locked.usage == "    --[no-]locked[=FILE]")
    let error = #expect(throws: UsageError.self) { try parser.parse(["--trust"]) }
    #expect(error?.hints == ["it takes KEYFILE"])
  }

  @Test("what was given a value is known in the order of the command line")
  func interleaving() throws {
    let parser = OptionParser(
      table: OptionTable([.validateFormat, .output, .strict]), command: "validate")
    let parsed = try parser.parse([
      "--format=text", "x", "--output", "a", "--strict", "--form=json",
    ])
    #expect(parsed.order == [.validateFormat, .output, .validateFormat])
    #expect(parsed.values[.validateFormat] == ["text", "json"])
  }

  @Test("an option with some values that the help gives one name takes only these")
  func namedValues() {
    let parser = OptionParser(table: OptionTable([.validateFormat]), command: "validate")
    #expect(Option.validateFormat.usage == "    --format FORMAT")
    for (value, hint) in [
      ("junti", "did you mean --format junit?"),
      ("xml", "it takes text or json or sarif or junit or github"),
    ] {
      let error = #expect(throws: UsageError.self) { try parser.parse(["--format", value]) }
      #expect(error?.hints == [hint])
    }
  }

  @Test("parses at the same time do not disturb one another")
  func concurrent() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let arguments = ["--all", "\(number)", "--format", "json", "--", "\(number)"]
          guard let parsed = try? parser.parse(arguments) else { return false }
          return parsed.operands == ["\(number)"] && parsed.trailing == ["\(number)"]
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("every option of a table stands in its help")
  func help() {
    #expect(
      OptionTable([.format, .all]).help == [
        "      --format text|json  How to write the result; text otherwise",
        "      --all               List shared libraries that are no plugins, too",
        "  -h, --help              Tell what the command does and which options it has",
      ])
  }
}
