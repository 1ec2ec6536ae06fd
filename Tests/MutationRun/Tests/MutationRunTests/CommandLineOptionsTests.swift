import MutationRun
import Testing

@Suite("Options of the programs")
struct CommandLineOptionsTests {
  private func options(_ arguments: String...) throws -> CommandLineOptions {
    try CommandLineOptions(arguments, names: ["--host", "--seed"], flags: ["--inspect"])
  }

  @Test("values, numbers and flags, of which the last value of a name applies")
  func values() throws {
    let options = try options("--host", "a", "--inspect", "--seed", "7", "--host", "b")
    #expect(try options.required("--host") == "b")
    #expect(try options.number("--seed") == UInt64(7))
    #expect(options.has("--inspect"))
    #expect(try self.options().number("--seed") == nil as Int?)
    #expect(try !self.options().has("--inspect"))
  }

  @Test(
    "arguments that the usage does not allow are errors",
    arguments: [
      (["--port", "1"], "unknown option --port"), (["--host"], "--host lacks its value"),
      (["--seed", "7"], "--host is required"), (["--host", ""], "--host is required"),
      (["--host", "a", "--seed", "-1"], "--seed takes a number, not `-1`"),
      (["--host", "a", "--seed", "x"], "--seed takes a number, not `x`"),
      (["--host", "a", "--seed", "300"], "--seed takes a number, not `300`"),
    ])
  func mistakes(arguments: [String], message: String) {
    let mistake = #expect(throws: CommandLineOptions.Mistake.self) {
      let options = try CommandLineOptions(arguments, names: ["--host", "--seed"])
      _ = try options.required("--host")
      _ = try options.number("--seed") as UInt8?
    }
    #expect(mistake?.message == message)
  }

  @Test("the rounds are as many as counted, however large the first number is")
  func rounds() throws {
    func rounds(_ arguments: String...) throws -> Rounds {
      try Rounds(CommandLineOptions(arguments, names: Rounds.names))
    }
    #expect(try rounds("--first", "3", "--count", "2").numbers == 3..<5)
    #expect(try rounds("--seed", "7").seed == 7)
    #expect(try rounds("--first", "\(Int.max)", "--count", "9").numbers.isEmpty)
    #expect(try rounds().numbers.lowerBound == 0)
  }
}
