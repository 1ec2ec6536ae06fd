import CleanseSupport
import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseGraph

extension KeySearch {
  /// Returns the key that an operand matches.
  ///
  /// - Throws: A ``UsageError`` if it matches no key, or several.
  func key(_ text: String, for command: String) throws(UsageError) -> Key {
    try translating(key(text)) { (error: Failure) in
      UsageError(error.message, hints: error.hints, command: command)
    }
  }
}
