/// The version of the framework, as listed in its changelog.
public enum CleanseVersion {
  /// The version of this build of the framework. The host compares it with the stamp of a Swift plugin.
  public static let current = "1.0.0"
}
