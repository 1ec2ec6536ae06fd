import CleanseSupport

/// A library that the dynamic linker may choose for a name, and the machines on which it does.
struct LibraryCandidate: Hashable, Sendable {
  let library: NeededLibrary
  let condition: Condition

  /// What the choice depends on, besides the candidates before it.
  struct Condition: Hashable, Sendable {
    /// The subdirectory for some processors, as components; empty if it is not in one.
    var variant: [FilePath] = []
    /// The number of the meaning of `$LIB` or `$PLATFORM` that leads to it; nil if the path has neither.
    var meaning: Int?
  }
}

/// The candidates for needed names that are paths, by the path of the file that needs them. Such a name leads to another
/// file from each directory if it begins with `$ORIGIN`.
typealias PathNeeds = [FilePath: [LinkerName: [LibraryCandidate]]]
