/// Tells several bindings of one type apart.
///
/// ```swift
/// enum PrimaryAPI: Tag { typealias Element = URL }
/// binder.bind(URL.self).tagged(with: PrimaryAPI.self).to(value: url)
/// ```
/// Ask for the tagged value as a ``TaggedProvider``.
public protocol Tag: SendableMetatype {
  /// The type that the tag may stand on; a tag on another type does not compile.
  associatedtype Element

  /// The name by which the key is known outside of Swift, to plugins in other languages: they write it
  /// after an `@`. Nil, which is the default, hides the key from them.
  static var name: String? { get }
}

extension Tag {
  /// The key is not known outside of Swift.
  public static var name: String? { nil }
}
