internal import CleanseSupport

/// The version of the Swift compiler that builds the code.
package enum CompilerVersion {
  /// Returns the version that a compiler prints, which is more precise than `#if compiler`.
  package static func of(_ compiler: String) throws(ToolError) -> String {
    let outcome: ChildProgram.Outcome
    do throws(SystemError) {
      outcome = try ChildProgram(path: compiler, arguments: ["--version"]).run(input: "")
    } catch {
      throw ToolError(path: compiler, message: "can't be run: \(error)")
    }
    guard outcome.isSuccess else {
      let printed = String(decoding: outcome.errors.prefix(1024), as: UTF8.self).printable
      throw ToolError(
        path: compiler,
        message: "failed: \(outcome.end)" + (printed.isEmpty ? "" : "; it prints: \(printed)"))
    }
    guard let version = parse(String(decoding: outcome.output, as: UTF8.self)) else {
      throw ToolError(path: compiler, message: "doesn't print its version in a known form")
    }
    return version
  }

  /// Extracts `Swift version X (Y)` from the output of `swiftc --version`.
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
