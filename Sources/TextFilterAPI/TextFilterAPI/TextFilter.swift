/// A kind of change to a text, such as redacting or wrapping it.
///
/// This is the extension point of the `filter` command. A plugin contributes a filter with
/// `binder.bind((any TextFilter).self).intoCollection().to(factory: MyFilter.init)`.
public protocol TextFilter: Sendable {
  /// What the user types, such as `wrap`: lower-case letters, digits and hyphens.
  var name: String { get }

  /// What the filter does and which argument it takes, in one line.
  var summary: String { get }

  /// Begins one pass over one text.
  ///
  /// A filter is shared by everyone who asks for it; what changes during a pass lives in the
  /// transform.
  ///
  /// - Parameter argument: What the user wrote after the name, as `72` in `wrap:72`, or nothing.
  /// - Returns: A transform that has seen no line yet.
  /// - Throws: A ``TextFilterArgumentError`` when the filter does not understand the argument.
  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform
}

/// The argument of a filter makes no sense.
public struct TextFilterArgumentError: Error, Hashable, CustomStringConvertible {
  /// What was wrong, and what would have been right, in one line without the filter's name.
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
