/// The texts of the fixes that validators suggest, for one language.
///
/// The validators choose the fix; its text depends on the language that the binding is written in.
package protocol FixWording: Sendable {
  /// Binds several values of one type without a conflict.
  func separatingDuplicates(of key: Key) -> String
  /// Marks an override, with a precedence.
  func overriding(_ precedence: Int) -> String
  /// Removes an override that replaces no binding.
  var removingOverride: String { get }

  /// Contributes a binding to the collection of its key.
  var contributing: String { get }

  /// Shares the value of a binding.
  var sharing: String { get }

  /// Whether the language has a name for the type of a key.
  func canName(_ key: Key) -> Bool

  /// Binds a key.
  ///
  /// - Parameter requester: The first binding that depends on it.
  func binding(_ key: Key, for requester: Key) -> String

  /// Declares a key that may have no binding, which all of its requesters can do without; nil for a key that can't be
  /// declared as an optional.
  func declaringOptional(_ key: Key) -> String?

  /// Requests the key under a similar name that is bound, where a name may be misspelled; nil where the
  /// compiler checks names.
  func requesting(_ key: Key, as alias: String) -> String?

  /// Requests a key whose factory throws, so that the requester can handle the error.
  ///
  /// - Parameter form: How the requester depends on it.
  func handlingError(of key: Key, as form: RequestForm, in requester: Binding) -> String

  /// Wraps what another binding of the key provides.
  func decorating(_ key: Key) -> String

  /// Keeps a decorator from making its key throw.
  func decoratingWithoutError(_ decorator: Binding) -> String

  /// The reason why a decorator can throw whatever its declaration says; nil if it says so alone.
  func hiddenError(of decorator: Binding) -> String?

  /// Decorates the key under a similar name that is bound; nil where the compiler checks names.
  func decorating(_ key: Key, as alias: String) -> String?

  /// Requests a dependency so that its value is made later.
  func deferring(_ dependency: Key, in requester: Key) -> String
}

extension BindingGraph {
  /// A fix that shares the value of a binding, which takes a component with a scope.
  func sharing(_ binding: Binding, _ fix: String) -> String {
    let component = self[binding.component]
    return component.scope == nil ? "give \(component.name) a scope, and \(fix)" : fix
  }

  /// The texts for the author of a binding.
  func wording(for binding: Binding) -> any FixWording {
    binding.hasSignature ? guestWording : SwiftWording()
  }

  /// The texts for binding a key: a key without a Swift type can be bound only in the guest language.
  func wording(for key: Key) -> any FixWording { key.isNamed ? guestWording : SwiftWording() }

  /// The texts for binding a key that a binding requests: in the language of the requester, if it can be.
  func wording(for key: Key, requestedBy requester: Binding) -> any FixWording {
    let own = wording(for: requester)
    return own.canName(key) ? own : wording(for: key)
  }

  private var guestWording: any FixWording {
    declarations.names.map { type(of: $0).wording } ?? SwiftWording()
  }
}
