/// Which Swift compiler builds the code.
package enum CompilerVersion {
  /// Asks a compiler, as the version that it prints is more precise than what `#if compiler` knows.
  package static func of(_ compiler: String) throws(ToolError) -> String {
    let output = try ChildProcess.output(of: compiler, arguments: ["--version"])
    guard let version = parse(output) else {
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
