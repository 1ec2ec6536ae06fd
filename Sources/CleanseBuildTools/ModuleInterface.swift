internal import CleanseSupport
internal import CleansePluginMetadata

/// The textual interface of a module: the declarations that another module can use.
package struct ModuleInterface: Equatable, Sendable {
  package let module: String
  /// The text as the compiler writes it.
  package let text: String

  package init(module: String, text: String) {
    (self.module, self.text) = (module, text)
  }

  /// The text without the comments that name the compiler and its options.
  private var declarations: String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("// swift-") }.joined(separator: "\n")
  }

  /// The digest of the declarations of these modules: 16 hexadecimal digits.
  package static func digest(of interfaces: [ModuleInterface]) -> String {
    var fingerprint = Fingerprint()
    for interface in interfaces {
      fingerprint.combine(interface.module.utf8)
      fingerprint.combine([0])
      fingerprint.combine(interface.declarations.utf8)
      fingerprint.combine([0])
    }
    return fingerprint.description
  }
}
