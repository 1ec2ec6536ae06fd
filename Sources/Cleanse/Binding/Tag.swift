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
}
