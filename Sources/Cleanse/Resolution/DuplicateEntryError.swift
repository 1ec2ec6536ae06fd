import CleanseGraph

/// The error of a dictionary that is made of contributions with the same key.
///
/// Whole dictionaries are contributed by functions, so their keys are known only when the dictionary is made. A
/// ``ThrowingProvider`` of the dictionary throws it as the underlying error of a ``ResolutionError``. A dependent that
/// can't handle errors stops the program with the description.
public struct DuplicateEntryError: Error, Hashable, Sendable {
  /// The type of the dictionary.
  public let dictionary: String
  /// The description of the key.
  public let key: String
  /// The two contributions, in their order.
  public let contributions: [ResolutionError.Step]
}

extension DuplicateEntryError: CustomStringConvertible {
  /// The cause of the error and the fix.
  public var description: String {
    let places = contributions.map(\.place).joined(separator: " and ")
    return
      "\(dictionary) has two entries for the key \(key), contributed by \(places). Give each its own "
      + "key, or declare the dictionary with allowsDuplicateKeys: true."
  }
}

extension ResolutionError.Step {
  fileprivate var place: String {
    let modules = provenance.modules.last.map { ", in \($0)" } ?? ""
    let plugin = provenance.origin.map { ", plugin \($0)" } ?? ""
    return (location.map { "\($0)" } ?? name) + modules + plugin
  }
}
