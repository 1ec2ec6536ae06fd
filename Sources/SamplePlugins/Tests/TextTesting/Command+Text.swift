public import CleansePlugin

extension Command {
  /// Runs the command on a text.
  ///
  /// - Returns: The status and the output.
  /// - Throws: The error of the command.
  public func run(
    _ arguments: String..., on text: String = "", blockSize: Int = .max
  ) async throws -> (status: Int32, output: String) {
    let output = MemorySink()
    let streams = CommandStreams(
      input: MemorySource(text, blockSize: blockSize), output: output, error: MemorySink())
    let status = try await run(arguments: arguments, streams: streams)
    return (status, output.text)
  }
}
