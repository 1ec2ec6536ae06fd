/// What stands in the boxes of plugins: their identifiers without the beginning that all of them have, as
/// `org.example.` mostly tells nothing.
struct ContributorLabels {
  private let beginning: String

  init(of drawing: GraphDrawing) {
    let names = drawing.plugins.compactMap(\.identifier).map { $0.split(separator: ".") }
    guard let first = names.first, names.count > 1 else {
      beginning = ""
      return
    }
    // The last part always stays.
    let most = names.map(\.count).min().map { $0 - 1 } ?? 0
    let common = first.indices.prefix(most).prefix { place in
      names.allSatisfy { $0[place] == first[place] }
    }
    beginning = first.prefix(common.count).map { "\($0)." }.joined()
  }

  /// What to write for the plugin of that identifier; nothing stands for the application.
  func label(of identifier: String?) -> String {
    guard let identifier else { return "Application" }
    return identifier.hasPrefix(beginning)
      ? String(identifier.dropFirst(beginning.count)) : identifier
  }
}
