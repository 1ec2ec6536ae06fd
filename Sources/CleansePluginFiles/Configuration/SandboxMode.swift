/// Whether the processes that load plugins to check them are confined.
public enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// They are confined, and no plugin is loaded where the system can't enforce all of it.
  case require
  /// They are confined as far as the system can enforce it.
  case prefer
  /// They are not confined.
  case off
}
