/// How values cross between a guest language and Swift, as the components of one recording declare.
package protocol GuestValues: Sendable {
  /// Completes a maker whose types depend on what other contributors declare.
  func complete(_ maker: inout Maker)
}
