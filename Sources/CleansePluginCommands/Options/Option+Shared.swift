import CleanseFindingReports

/// Options that many commands have. `help options` and the manual page of the program describe them; the text about a
/// command only lists which of them it has.
extension Option {
  /// The options of every command that uses the policy.
  static let policing = [severity, config, noConfig]
  /// The options of every command that inspects plugins.
  static let signatures = [allowInsecure, requireSigned, trust]
  /// The options of every command that lists or loads all plugins of directories.
  static let trusting = [allowInsecure, locked, requireSigned, trust, set, without, onFailure]
  /// The options of every command that loads plugins in separate processes.
  static let probing = [deadline, sandbox, rescan, noCache]

  /// All of them, by what they are about.
  static let shared: [(heading: String, options: [Option])] = [
    ("Settings and findings", policing), ("Use of plugins", trusting),
    ("Loading in other processes", probing),
  ]

  /// Whether it is one of them.
  var isShared: Bool { Self.shared.contains { $0.options.contains(self) } }
}
