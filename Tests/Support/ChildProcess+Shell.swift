extension ChildProcess {
  /// Runs a line of the shell. Not with system(3), which ignores SIGINT in the whole process of the tests meanwhile.
  public static func shell(_ line: String) throws -> Outcome {
    try ChildProcess(program: "/bin/sh", arguments: ["-c", line]).run()
  }
}
