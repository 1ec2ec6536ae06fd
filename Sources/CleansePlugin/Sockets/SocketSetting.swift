package import CleanseGraph

/// The setting with the address of a socket, for messages about an address that can't be used.
package struct SocketSetting: Hashable, Sendable {
  /// The option with its plugin.
  package let option: String
  /// The line of a file that sets it; nil if none does.
  package let location: SourceLocation?
  /// What sets it otherwise.
  package let source: String?

  package init(option: String, location: SourceLocation?, source: String?) {
    (self.option, self.location, self.source) = (option, location, source)
  }
}
