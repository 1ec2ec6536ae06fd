/// How the fixes that validators suggest are written in one language.
///
/// What a fix is does not depend on the language that a binding is written in; the lines to write do.
package protocol FixWording: Sendable {
  /// Binds several things of one type without a conflict.
  var separatingDuplicates: String { get }
  /// Gives an override a higher precedence than another one.
  var raisingOverride: String { get }
  /// Removes an override that replaces nothing.
  var removingOverride: String { get }

  /// Binds a key.
  ///
  /// - Parameter requester: The first binding that depends on it.
  func binding(_ key: Key, for requester: Key) -> String

  /// Requests the key under a similar name that is bound, where a name may be misspelled; nil where the
  /// compiler checks names.
  func requesting(_ key: Key, as alias: String) -> String?

  /// Requests a key whose factory throws, so that the requester can handle the error.
  func handlingError(of key: Key, in requester: Binding) -> String

  /// Requests a dependency so that its value is made later.
  func deferring(_ dependency: Key, in requester: Key) -> String
}

extension BindingGraph {
  /// How fixes are written for the author of a binding.
  func wording(for binding: Binding) -> any FixWording {
    binding.signature == nil ? SwiftWording() : guestWording
  }

  /// How fixes are written that bind a key: what has no Swift type can be bound in the guest language alone.
  func wording(for key: Key) -> any FixWording { key.isNamed ? guestWording : SwiftWording() }

  private var guestWording: any FixWording {
    declarations.names.map { type(of: $0).wording } ?? SwiftWording()
  }
}
