import Synchronization

/// The program in whose messages the framework names itself: `host`, or the commands of an application.
package enum Tool {
  private struct Names {
    var name = "host"
    var policyFile = "host.json"
    var hasOptions = true
  }

  private static let names = Mutex(Names())

  /// The words that start the program in a shell, such as `editor plugins`. The commands of the program follow them.
  package static var name: String { names.withLock(\.name) }

  /// The name of the policy file.
  package static var policyFile: String { names.withLock(\.policyFile) }

  /// Whether the user can correct the settings with options of the program, such as `--set`. An application that loads its
  /// plugins has options of its own.
  package static var hasOptions: Bool { names.withLock(\.hasOptions) }

  /// Sets the names, at the beginning of the program.
  package static func set(name: String, policyFile: String, hasOptions: Bool = true) {
    names.withLock { $0 = Names(name: name, policyFile: policyFile, hasOptions: hasOptions) }
  }
}
