import Glibc

/// A generated source file, by its name on the command line.
public enum Input: String, CaseIterable {
  /// A chain of unscoped classes.
  case chain
  /// Classes with many dependencies each.
  case wide
  /// A component with a thousand scoped bindings.
  case bindings
  /// The same classes, with a plain function in place of each binding.
  case functions

  /// The contents of the file.
  public var source: String {
    switch self {
    case .chain: ChainSource(length: 6).text
    case .wide: WideSource(widths: [4, 8, 16]).text
    case .bindings: GraphSource(layout: GraphLayout(count: 1_000)).bindings
    case .functions: GraphSource(layout: GraphLayout(count: 1_000)).functions
    }
  }

  /// Writes the file, replacing an existing one.
  ///
  /// - Returns: Whether it succeeded; if not, `errno` is set.
  public func write(to path: String) -> Bool {
    guard let file = unsafe fopen(path, "w") else { return false }
    let written = unsafe fputs(source, file) >= 0
    return unsafe fclose(file) == 0 && written
  }
}
