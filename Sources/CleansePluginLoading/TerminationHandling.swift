import Glibc

/// How the process handles the signals by which users and supervisors end it.
///
/// A plugin that handles or ignores them while it is loaded would keep the commands of all other plugins from ending.
struct TerminationHandling {
  private static let signals = [("SIGINT", SIGINT), ("SIGTERM", SIGTERM)]

  private let actions: [sigaction]

  /// Reads how this process handles them.
  init() {
    actions = Self.signals.map { _, signal in
      var action = sigaction()
      unsafe sigaction(signal, nil, &action)
      return action
    }
  }

  /// The names of the signals that were handled otherwise before.
  func changes(since earlier: TerminationHandling) -> [String] {
    zip(Self.signals, zip(actions, earlier.actions)).compactMap { signal, actions in
      Self.handler(actions.0) == Self.handler(actions.1) ? nil : signal.0
    }
  }

  /// Handles them in this way again.
  func restore() {
    for ((_, signal), action) in zip(Self.signals, actions) {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
  }

  /// The address of the handler. The two forms of one share their storage.
  private static func handler(_ action: sigaction) -> UInt {
    unsafe withUnsafeBytes(of: action) { unsafe $0.load(as: UInt.self) }
  }
}
