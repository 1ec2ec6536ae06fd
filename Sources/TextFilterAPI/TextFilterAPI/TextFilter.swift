/// A transformation of a text, such as redacting or wrapping it.
///
/// This is the extension point of the `filter` command. A plugin contributes a filter with
/// `binder.bind((any TextFilter).self).intoCollection().to(factory: MyFilter.init)`.
public protocol TextFilter: Sendable {
  /// The name that the user types, such as `wrap`: lower-case letters, digits and hyphens.
  var name: String { get }

  /// A description of the filter and its argument in one line.
  var summary: String { get }

  /// Begins one pass over one text.
  ///
  /// All users share the filter, which may be called from several threads. The transform holds the
  /// state of a pass.
  ///
  /// - Parameter argument: The text after the name, as `72` in `wrap:72`, or nil.
  /// - Returns: A new transform.
  /// - Throws: A ``TextFilterArgumentError`` if the argument is invalid.
  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform
}

/// The error of an invalid filter argument.
public struct TextFilterArgumentError: Error, Hashable, CustomStringConvertible {
  /// The mistake and the fix, in one line without the filter's name.
  public var description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
