internal import CleanseSupport

/// Which Swift compiler builds the code.
package enum CompilerVersion {
  /// Asks a compiler, as the version that it prints is more precise than what `#if compiler` knows.
  package static func of(_ compiler: String) throws(ToolError) -> String {
    let outcome: ChildProgram.Outcome
    do throws(SystemError) {
      outcome = try ChildProgram(path: compiler, arguments: ["--version"]).run(input: "")
    } catch {
      throw ToolError(path: compiler, message: "can't be run: \(error)")
    }
    guard outcome.end == .exited(0) else {
      let said = String(decoding: outcome.errors.prefix(1024), as: UTF8.self).printable
      throw ToolError(
        path: compiler,
        message: "failed: \(outcome.end)" + (said.isEmpty ? "" : "; it says: \(said)"))
    }
    guard let version = parse(String(decoding: outcome.output, as: UTF8.self)) else {
      throw ToolError(path: compiler, message: "doesn't tell its version in a known form")
    }
    return version
  }

  /// The part `Swift version X (Y)` of what `swiftc --version` prints.
  package static func parse(_ output: String) -> String? {
    for line in output.split(separator: "\n") {
      guard let start = line.firstRange(of: "Swift version ")?.lowerBound,
        let end = line[start...].firstIndex(of: ")")
      else { continue }
      return String(line[start...end])
    }
    return nil
  }
}
