/// Tells whether a file is as safe from others as a plugin has to be.
public enum FilePermissions {
  /// How somebody other than root and the user can change a file, replace it, or put something beside
  /// it: a line each, by the rule that holds for plugins. None where nobody can.
  public static func weaknesses(of path: String) -> [String] {
    var permissions = PathPermissions()
    return permissions.weaknesses(ofLibrary: path).map { $0.description(beside: "files") }
  }
}
