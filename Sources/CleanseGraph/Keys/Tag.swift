/// Distinguishes several bindings of one type.
///
/// ```swift
/// enum PrimaryAPI: Tag { typealias Element = URL }
/// binder.bind(URL.self).tagged(with: PrimaryAPI.self).to(value: url)
/// ```
/// Request the tagged value as a ``TaggedProvider``.
public protocol Tag: SendableMetatype {
  /// The type that can be bound with the tag; the tag on another type does not compile.
  associatedtype Element

  /// The name of the key for plugins in other languages, which write it after an `@`. The default, an empty one, hides the
  /// key from them.
  static var name: String { get }
}

extension Tag {
  /// Empty: the key is not available to plugins in other languages.
  public static var name: String { "" }
}
