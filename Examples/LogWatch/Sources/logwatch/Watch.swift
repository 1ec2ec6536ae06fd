import Cleanse

/// Watches log files.
struct Watch {
  let files: ComponentFactory<FileComponent>

  /// Prints the entries and alerts of the files.
  ///
  /// - Parameter follows: Whether to wait for further lines at the end, until the task is cancelled.
  func run(_ paths: [String], follows: Bool) async throws {
    let watches = try paths.map { try files.build(LogFile(path: $0)) }
    while true {
      for watch in watches { try watch.printNewLines(follows: follows) }
      guard follows else { return }
      try await Task.sleep(for: .milliseconds(200))
    }
  }
}
