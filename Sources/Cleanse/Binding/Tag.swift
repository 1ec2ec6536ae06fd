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

  /// The name under which C knows the key: what stands behind the `@` in the signatures of C plugins.
  /// Nothing, which it is unless the tag says otherwise, keeps the key from them.
  static var cName: String? { get }
}

extension Tag {
  /// C does not know the tag.
  public static var cName: String? { nil }
}
