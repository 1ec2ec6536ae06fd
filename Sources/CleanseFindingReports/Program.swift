/// The program that the user runs, as its messages and reports name it.
package struct Program: Hashable, Sendable {
  /// The name, which its messages begin with.
  package let name: String
  package let version: String
  /// The command line that shows the help. The name of a command can follow.
  package let help: String

  package init(name: String, version: String, help: String) {
    self.name = name
    self.version = version
    self.help = help
  }
}
