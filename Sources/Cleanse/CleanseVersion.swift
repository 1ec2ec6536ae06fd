/// The version of the framework, as in its changelog.
public enum CleanseVersion {
  public static let current = "0.1.0"
}
