import CleanseSupport

/// Compares the libraries that two plugins get under one name.
///
/// The libraries count as one if they are the same on every machine: the candidates are compared in order, with the
/// conditions under which each is chosen. Equal copies in two directories may need different files there, by paths
/// relative to themselves, and the process has only one of the copies. So what they need by paths is compared, too; what
/// they need by names is compared under these names.
struct LibraryComparison {
  /// A name under which the plugins need different files.
  struct Difference {
    let name: LinkerName
    let file: NeededLibrary
    let other: NeededLibrary
  }

  /// The candidates of both plugins for a name.
  typealias Choice = (name: LinkerName, files: [LibraryCandidate], others: [LibraryCandidate])

  private let needs: PathNeeds
  private let otherNeeds: PathNeeds
  /// The pairs of different paths whose needs were compared.
  private var compared: Set<[FilePath]> = []

  init(_ needs: PathNeeds, _ otherNeeds: PathNeeds) {
    (self.needs, self.otherNeeds) = (needs, otherNeeds)
  }

  /// The first difference among the candidates and what they need by paths, transitively. What was compared before is not
  /// compared again.
  mutating func difference(_ choice: Choice) -> Difference? {
    var queue = [choice]
    while let next = queue.popLast() {
      if let difference = Self.difference(next) { return difference }
      queue += zip(next.files, next.others).flatMap { below($0.library, $1.library) }
    }
    return nil
  }

  /// What two equal libraries need by paths. One at the same path needs the same files.
  private mutating func below(_ file: NeededLibrary, _ other: NeededLibrary) -> [Choice] {
    let paths = [FilePath(file.path), FilePath(other.path)]
    guard paths[0] != paths[1], let names = needs[paths[0]], let others = otherNeeds[paths[1]],
      compared.insert(paths).inserted
    else { return [] }
    return names.sorted { $0.key < $1.key }.compactMap { name, files in
      others[name].map { (name, files, $0) }
    }
  }

  private static func difference(_ choice: Choice) -> Difference? {
    let (name, files, others) = choice
    guard let last = files.last, let otherLast = others.last else { return nil }
    // The libraries of the system fit together; only the order in its cache differs from that of the directories.
    if (files + others).allSatisfy({ $0.library.digest == nil }) {
      let areSame = files.contains { file in others.contains { file.library.isSame(as: $0.library) }
      }
      return areSame
        ? nil : Difference(name: name, file: files[0].library, other: others[0].library)
    }
    // What is chosen on every machine is last, and is the most telling.
    let pairs = zip(files.reversed(), others.reversed())
    let different = pairs.first {
      $0.condition != $1.condition || !$0.library.isSame(as: $1.library)
    }
    if let (file, other) = different {
      return Difference(name: name, file: file.library, other: other.library)
    }
    guard files.count != others.count else { return nil }
    let extra = files.count > others.count
    return Difference(
      name: name, file: extra ? files[files.count - others.count - 1].library : last.library,
      other: extra ? otherLast.library : others[others.count - files.count - 1].library)
  }
}

extension NeededLibrary {
  /// Whether two libraries are one file, or have the same contents.
  fileprivate func isSame(as other: NeededLibrary) -> Bool {
    FilePath(path) == FilePath(other.path) || stamp == other.stamp
      || digest != nil && digest == other.digest
  }
}
