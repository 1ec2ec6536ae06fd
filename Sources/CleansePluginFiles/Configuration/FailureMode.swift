/// What happens to the application if a plugin can't be used.
public enum FailureMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing is built or run.
  case refuse
  /// The application is built without the plugin, and without as few others as possible.
  case leaveOut = "leave-out"
}
