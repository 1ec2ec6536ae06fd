/// How values cross between a guest language and Swift, as the components of one recording declare.
package protocol GuestValues: Sendable {
  /// Completes an implementation whose types depend on what other contributors declare.
  func complete(_ implementation: inout BindingImplementation)
}
