extension Diagnostic.Code {
  /// A C name refers to several Swift declarations, or is declared by several plugins.
  public static let cNameConflict: Self = "cleanse/c-name-conflict"
  /// A C name is used for values of different types.
  public static let cTypeConflict: Self = "cleanse/c-type-conflict"
}
