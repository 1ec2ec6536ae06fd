import GraphAnalysis
import CleanseGraph

extension KeySearch {
  /// The key that an operand means.
  ///
  /// - Throws: A ``UsageError`` where it means no key, or several.
  func key(_ text: String, for command: String) throws(UsageError) -> Key {
    do throws(Failure) {
      return try key(text)
    } catch {
      throw UsageError(error.message, hints: error.hints, command: command)
    }
  }
}
