extension Diagnostic.Code {
  /// A C name stands for several things of Swift, or is declared by several plugins.
  public static let cNameConflict: Self = "cleanse/c-name-conflict"
  /// A C name stands for values of different types.
  public static let cTypeConflict: Self = "cleanse/c-type-conflict"
}
