import CleanseSupport

/// What is suggested about a name in the configuration that no plugin has.
struct PluginSuggestion {
  private let identifiers: [String]
  /// The files whose identifiers can't be read, each of which may be any plugin.
  private let unidentified: [PluginInspection]

  init(among inspections: [PluginInspection]) {
    identifiers = Set(inspections.flatMap(\.settingIdentifiers)).sorted()
    unidentified = inspections.filter {
      $0.description == nil && ($0.isRejected || $0.lacksNote)
    }
  }

  /// The suggested fix. Another plugin is suggested only if no file may be the one that is named.
  func fix(for name: String) -> String {
    if let plugin = unidentified.first(where: { Self.mayBe(name, $0.file) }) {
      return plugin.lacksNote
        ? "build \(plugin.file.path) as a plugin, if it is this one: it has no Cleanse note"
        : "correct what is reported about \(plugin.file.path), if it is this plugin"
    }
    return nearest(to: name).map { "write \($0.quoted), or add the plugin" }
      ?? "add the plugin, or remove the setting"
  }

  /// The identifier that is most like a name. What both begin with, such as the name of an organisation, does not count:
  /// otherwise most plugins of one would be like each other.
  private func nearest(to name: String) -> String? {
    let near = identifiers.filter { identifier in
      let (own, other) = Self.withoutSharedBeginning(name, identifier)
      return NearestNames.first(own, among: [other]) != nil
    }
    return NearestNames.ranked(by: name, near).first
  }

  private static func withoutSharedBeginning(_ left: String, _ right: String) -> (String, String) {
    let left = left.split(separator: ".", omittingEmptySubsequences: false)
    let right = right.split(separator: ".", omittingEmptySubsequences: false)
    // The last component is always compared.
    let shared = zip(left.dropLast(), right.dropLast()).prefix { $0 == $1 }.count
    return (
      left.dropFirst(shared).joined(separator: "."), right.dropFirst(shared).joined(separator: ".")
    )
  }

  /// Whether a file has the name that the file of a plugin usually has: `libWordCount.so` may be `org.acme.word-count`.
  private static func mayBe(_ name: String, _ file: PluginFile) -> Bool {
    let fileName = FilePath(file.path).name
    guard fileName != FilePath(name).name else { return true }
    let names = [spelling(of: name[...]), spelling(of: name.split(separator: ".").last ?? "")]
    let whole = fileName.text.dropLast(".so".count)
    let first = whole.prefix { $0 != "." }
    // The name of the plugin can itself begin with `lib`.
    let stems = [whole, first] + (first.hasPrefix("lib") ? [first.dropFirst(3)] : [])
    return stems.map(spelling).contains { !$0.isEmpty && names.contains($0) }
  }

  /// The letters and digits of a name, in lower case.
  private static func spelling(of name: Substring) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
