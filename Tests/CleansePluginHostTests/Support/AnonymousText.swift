@testable import CleansePluginFiles
import CleanseTestSupport

extension TemporaryDirectory {
  /// A text without what differs between runs and machines.
  func anonymous(_ text: String) -> String {
    text.replacing(path, with: "DIRECTORY").replacing(Machine.host.description, with: "MACHINE")
  }
}
