package import CleanseSupport

/// Checks the permissions of a file by the rule for plugins.
public enum FilePermissions {
  /// The ways in which users other than root and the current user can change a file, replace it, or create
  /// files next to it: one line each. Empty if there are none.
  public static func weaknesses(of path: String) -> [String] {
    var permissions = PathPermissions()
    return permissions.weaknesses(ofLibrary: path).map { $0.description(neighbours: "files") }
  }

  /// The ways in which users other than root and the current user can change what is in a directory: one line each.
  package static func weaknesses(ofDirectory path: FilePath) -> [String] {
    var permissions = PathPermissions()
    return permissions.weaknesses(ofSearched: path).map { $0.description(neighbours: "files") }
  }
}
