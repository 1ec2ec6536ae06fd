import CleansePluginHost

extension PluginPath {
  /// Reads the directories, and tells what is wrong with one in the program's own terms: who named
  /// a directory that is not there made a mistake, one that may not be read is the host's trouble.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure``.
  func reading<Result>(
    for command: String, _ body: () throws(PluginHostError) -> Result
  ) throws -> Result {
    do throws(PluginHostError) {
      return try body()
    } catch {
      let diagnostic = error.diagnostic
      guard error.isMistake else {
        throw HostFailure(diagnostic.message, hints: diagnostic.fix.map { [$0] } ?? [])
      }
      throw UsageError(
        message(of: error), hints: hints(of: error), command: command, operand: error.path)
    }
  }

  private func message(of error: PluginHostError) -> String {
    switch origin {
    case .arguments: error.diagnostic.message
    case .environment, .file:
      "\(error.diagnostic.message) (named by \(origin.place ?? ""))"
    case .standard: "no directory of plugins is named, and there is no \(error.path)"
    }
  }

  private func hints(of error: PluginHostError) -> [String] {
    switch origin {
    case .standard:
      ["name one on the command line, or set \(Self.variable)"]
    case .arguments, .environment, .file:
      error.diagnostic.fix.map { [$0] } ?? []
    }
  }
}

extension PluginHostError {
  /// Whether the directory's name is at fault, and not the directory.
  fileprivate var isMistake: Bool {
    code == "plugin/directory-missing" || code == "plugin/not-a-directory"
  }
}
