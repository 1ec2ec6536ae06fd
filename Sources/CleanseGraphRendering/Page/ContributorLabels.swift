/// The labels of plugins: the last component of an identifier where no other plugin of the graph has it, as `words`
/// for `org.example.words`; otherwise the identifier without the components that all identifiers begin with.
struct ContributorLabels {
  private static let application = "Application"

  private let commonPrefix: String
  private let identifiers: Set<String>
  /// The number of identifiers by their last component in lower case; the label of the application counts too.
  private let counts: [String: Int]

  init(of drawing: GraphDrawing) {
    let names = drawing.plugins.compactMap(\.identifier)
    let rejected = drawing.nodes.filter { $0.kind == .rejected }.compactMap(\.lines.first)
    let known = Set(names + rejected + [Self.application])
    commonPrefix = Self.commonPrefix(of: names)
    identifiers = Set(names)
    counts = Dictionary(
      known.map { (Self.lastComponent(of: $0).lowercased(), 1) }, uniquingKeysWith: +)
  }

  /// The label of the plugin of an identifier, or of a rejected file of a name; nil is the application.
  func label(of identifier: String?) -> String {
    guard let identifier else { return Self.application }
    let last = Self.lastComponent(of: identifier)
    // The name of a rejected plugin may be that of its file, whose extension identifies nothing.
    if identifiers.contains(identifier), !last.isEmpty, counts[last.lowercased()] == 1 {
      return String(last)
    }
    return identifier.hasPrefix(commonPrefix)
      ? String(identifier.dropFirst(commonPrefix.count)) : identifier
  }

  private static func lastComponent(of identifier: String) -> Substring {
    identifier.lastIndex(of: ".").map { identifier[identifier.index(after: $0)...] }
      ?? identifier[...]
  }

  /// The components that all of several identifiers begin with, without the last component of any.
  private static func commonPrefix(of identifiers: [String]) -> String {
    let names = identifiers.map { $0.split(separator: ".") }
    guard let first = names.first, names.count > 1 else { return "" }
    let most = names.map(\.count).min().map { $0 - 1 } ?? 0
    let common = first.indices.prefix(most).prefix { index in
      names.allSatisfy { $0[index] == first[index] }
    }
    return first.prefix(common.count).map { "\($0)." }.joined()
  }
}
