/// The version of the framework, as in its changelog.
public enum CleanseVersion {
  /// What the stamp of a plugin is compared with.
  public static let current = "0.1.0"
}
