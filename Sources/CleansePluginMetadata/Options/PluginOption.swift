public import CleanseSupport

/// An option that a plugin declares in its manifest, and that a host's operator can set.
public struct PluginOption: Hashable, Sendable {
  /// The name, such as `width`; unique in the plugin.
  public let name: String
  /// Which values the option accepts.
  public let type: OptionType
  /// The value of an option that is not set; nil for an option that has to be set.
  public let standard: OptionValue?
  /// Whether the value is never shown; only strings and lists of strings can be secret.
  public let isSecret: Bool
  /// What the option changes, in one line.
  public let summary: String

  /// Whether the option has to be set.
  public var isRequired: Bool { standard == nil }

  /// Creates an option.
  ///
  /// - Parameter standard: The value of an option that is not set; nil for an option that has to be set.
  /// - Throws: A ``ManifestError`` that names the invalid member of the declaration.
  public init(
    name: String, type: OptionType, standard: OptionValue?, isSecret: Bool = false, summary: String
  ) throws(ManifestError) {
    self.name = name
    self.type = type
    self.isSecret = isSecret
    self.summary = summary
    self.standard = try standard.map { value throws(ManifestError) in
      try inField("default", type.value(of: value, isSecret: isSecret))
    }
    try Self.checkName(name)
    try inField("summary", LineRules.checkLine(summary))
    if isSecret, type != .string, type != .list(.string) {
      throw ManifestError(field: "secret", message: "is only for strings and lists of strings")
    }
    if let choices = type.choices { try Self.check(choices) }
  }

  /// The longest name of an option and the longest value of an enumeration, in bytes.
  private static let longest = 64

  private static func checkName(_ name: String) throws(ManifestError) {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= longest, first.isASCIILowercase,
      bytes.allSatisfy(\.isASCIILetterOrDigit)
    else {
      throw ManifestError(
        message:
          "\(name.quoted) is not the name of an option: it has to begin with a lower-case letter, and has "
          + "only letters and digits, at most \(longest)")
    }
  }

  private static func check(_ choices: [String]) throws(ManifestError) {
    guard !choices.isEmpty else {
      throw ManifestError(field: "values", message: "is empty; name at least one value")
    }
    var names: [String: String] = [:]
    for (index, choice) in choices.enumerated() {
      let name = caseName(of: choice)
      guard let first = choice.utf8.first, first.isASCIILetter, choice.utf8.count <= longest,
        choice.utf8.allSatisfy({ $0.isASCIILetterOrDigit || separators.contains($0) })
      else {
        throw ManifestError(
          field: "values[\(index)]",
          message:
            "\(choice.quoted) has to begin with a letter, and has only letters, digits, `-`, `_` and `.`, "
            + "at most \(longest)")
      }
      if let other = names.updateValue(choice, forKey: name) {
        throw ManifestError(
          field: "values[\(index)]",
          message: other == choice
            ? "\(choice.quoted) appears twice"
            : "\(choice.quoted) and \(other.quoted) both have the name `\(name)` in Swift")
      }
    }
  }

  private static let separators = Set("-_.".utf8)

  /// The name of the case of a Swift enumeration for a value, such as `utf8` for `utf-8`.
  package static func caseName(of choice: String) -> String {
    let words = choice.utf8.split(whereSeparator: separators.contains).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let first = words.first else { return "" }
    // A value in capitals is one word.
    let start = first.utf8.allSatisfy { !$0.isASCIILowercase } ? first.lowercased() : first
    return start.prefix(1).lowercased() + start.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name of the tag in Swift, such as `MaxWidth` for `maxWidth`.
  package var tagName: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The name in an environment variable, such as `MAX_WIDTH` for `maxWidth`.
  package var variableName: String {
    var text = ""
    for character in name {
      if character.isUppercase { text += "_" }
      text += character.uppercased()
    }
    return text
  }
}
