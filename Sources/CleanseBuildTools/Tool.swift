internal import CleanseSupport

/// A program of the toolchain.
enum Tool {
  /// Runs the program, and returns what it printed to standard output, then to standard error.
  ///
  /// - Throws: A ``ToolError`` with what it printed if it does not succeed.
  @discardableResult
  static func run(
    _ path: String, _ arguments: [String], for purpose: String
  ) throws(ToolError) -> String {
    let outcome: ChildProgram.Outcome
    do throws(SystemError) {
      outcome = try ChildProgram(path: path, arguments: arguments, limit: .seconds(300))
        .run(input: "")
    } catch {
      throw ToolError(path: path, message: "can't \(purpose): \(error)")
    }
    let printed = String(decoding: outcome.output + outcome.errors, as: UTF8.self)
    guard outcome.isSuccess else {
      throw ToolError(path: path, message: "can't \(purpose): \(outcome.end)\n\(printed)")
    }
    return printed
  }
}
