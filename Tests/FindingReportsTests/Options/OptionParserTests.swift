@testable import CleanseFindingReports
import Testing

@Suite("Options")
struct OptionParserTests {
  private let parser = OptionParser(table: OptionTable([.format, .all]), command: "list")

  @Test("options may precede and follow operands")
  func order() throws {
    let parsed = try parser.parse(["a", "--all", "b", "--format", "json", "c"])
    #expect(parsed.operands == ["a", "b", "c"])
    #expect(parsed.contains(.all))
    #expect(parsed.value(of: .format) == "json")
    #expect(parsed.trailing == nil)
  }

  @Test("arguments after the first -- are not parsed")
  func terminator() throws {
    let parsed = try parser.parse(["a", "--", "filter", "--all", "--", "-x"])
    #expect(parsed.operands == ["a"])
    #expect(parsed.trailing == ["filter", "--all", "--", "-x"])
    #expect(!parsed.contains(.all))
  }

  @Test("a trailing -- differs from a missing one")
  func bareTerminator() throws {
    #expect(try parser.parse(["--"]).trailing == [])
    #expect(try parser.parse(["a", "--all", "--"]).trailing == [])
    #expect(try parser.parse([]).trailing == nil)
  }

  @Test("a -- as the value of an option does not end the options, and is an invalid value")
  func terminatorAsValue() {
    #expect(throws: UsageError.self) { try parser.parse(["--format", "--"]) }
  }

  @Test("an unambiguous prefix, a joined value and the last of two values are used")
  func spellings() throws {
    #expect(try parser.parse(["--fo=json"]).value(of: .format) == "json")
    #expect(try parser.parse(["--format=json", "--format", "text"]).value(of: .format) == "text")
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
      (["--format"], "option --format requires a value", "expected text or json"),
      (
        ["--format", "jsno"], "invalid value `jsno` for option --format",
        "did you mean --format json?"
      ),
      (["--format="], "invalid value `` for option --format", "expected text or json"),
    ] as [([String], String, String?)])
  func errors(arguments: [String], message: String, hint: String?) {
    let error = #expect(throws: UsageError.self) { try parser.parse(arguments) }
    #expect(error?.message == message)
    #expect(error?.hints.first == hint)
    #expect(error?.command == "list")
  }

  @Test("an ambiguous prefix lists the matches")
  func ambiguous() {
    let table = OptionTable([Option("strict", ""), Option("string", "")])
    let error = #expect(throws: UsageError.self) {
      try OptionParser(table: table, command: nil).parse(["--str"])
    }
    #expect(error?.message == "option --str is ambiguous")
    #expect(error?.hints == ["it matches --strict and --string"])
  }

  @Test("an option may be repeated, and a value may be optional")
  func trusting() throws {
    let parser = OptionParser(table: OptionTable([.locked, .trust]), command: "list")
    let parsed = try parser.parse(["--trust", "a", "x", "--trust=b", "--locked", "y"])
    #expect(parsed.values[.trust] == ["a", "b"])
    #expect(parsed.value(of: .trust) == "b")
    #expect(parsed.contains(.locked) && parsed.value(of: .locked) == nil)
    #expect(parsed.operands == ["x", "y"])
    let file = try parser.parse(["--locked=", "--locked=a"])
    #expect(file.contains(.locked) && file.value(of: .locked) == "a")
    #expect(Option.locked.usage == "    --[no-]locked[=FILE]")
    let error = #expect(throws: UsageError.self) { try parser.parse(["--trust"]) }
    #expect(error?.hints == ["expected KEYFILE"])
  }

  @Test("options with values keep the order of the command line")
  func interleaving() throws {
    let parser = OptionParser(
      table: OptionTable([.reportFormat, .output, .strict]), command: "validate")
    let parsed = try parser.parse([
      "--format=text", "x", "--output", "a", "--strict", "--form=json",
    ])
    #expect(parsed.order == [.reportFormat, .output, .reportFormat])
    #expect(parsed.values[.reportFormat] == ["text", "json"])
  }

  @Test("an option with a placeholder accepts only its values")
  func namedValues() {
    let parser = OptionParser(table: OptionTable([.reportFormat]), command: "validate")
    #expect(Option.reportFormat.usage == "    --format FORMAT")
    for (value, hint) in [
      ("junti", "did you mean --format junit?"),
      ("xml", "expected text or json or sarif or junit or github"),
    ] {
      let error = #expect(throws: UsageError.self) { try parser.parse(["--format", value]) }
      #expect(error?.hints == [hint])
    }
  }

  @Test("concurrent parses are independent")
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

  @Test("the help lists every option of a table")
  func help() {
    #expect(
      OptionTable([.format, .all]).help == [
        "      --format text|json  Write text or JSON (default: text)",
        "      --all               Also list shared libraries that are not plugins",
        "  -h, --help              Show this help",
      ])
  }
}

extension Option {
  fileprivate static let format = Option(
    "format", values: ["text", "json"], "Write text or JSON (default: text)")
  fileprivate static let all = Option("all", "Also list shared libraries that are not plugins")
  fileprivate static let locked = Option(
    "locked", placeholder: "FILE", isValueOptional: true, isNegatable: true,
    "Reject plugins not in FILE")
  fileprivate static let trust = Option("trust", placeholder: "KEYFILE", "Trust a public key")
}
