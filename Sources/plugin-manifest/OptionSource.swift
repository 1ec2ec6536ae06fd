internal import CleanseBuildTools
internal import CleanseSupport
internal import CleansePluginMetadata

/// The generated Swift code for the options of a plugin: a tag for each, and the statement that binds it.
struct OptionSource {
  private let identifier: String
  private let options: [(option: PluginOption, line: Int)]
  /// The path of the `plugin.json`.
  private let manifest: String

  /// Types of these names can't be members of another type.
  private static let reserved: Set = ["Any", "Protocol", "Self", "Type"]

  /// - Parameter json: The bytes of the `plugin.json`.
  /// - Throws: A ``ManifestError`` for an option whose tag can't have its name in Swift.
  init(_ contents: PluginManifest, manifest: String, json: [UInt8]) throws(ManifestError) {
    identifier = contents.identifier
    self.manifest = manifest
    var options: [(option: PluginOption, line: Int)] = []
    for option in contents.options {
      let field = "options.\(option.name)"
      let line = PluginManifest.line(ofField: field, json: json) ?? 1
      guard !Self.reserved.contains(option.tagName) else {
        throw ManifestError(
          field: field,
          message:
            "can't be the name of an option of a Swift plugin, as `\(option.tagName)` can't be the name of "
            + "its tag", line: line)
      }
      options.append((option, line))
    }
    self.options = options
  }

  /// The declaration of the tags; empty if there are no options.
  var declaration: String {
    guard !options.isEmpty else { return "" }
    return """
      /// The options of \(identifier): a tag for each.
      enum Options {
      \(options.map { tag($0.option) }.joined(separator: "\n"))
      }


      """
  }

  private func tag(_ option: PluginOption) -> String {
    let element = Self.element(option.type)
    return """
        /// \(option.summary)
        enum \(option.tagName): OptionTag {
          typealias Element = \(element)
          static var optionName: String { "\(option.name)" }
      \(option.type.choices.map(Self.enumeration) ?? "")  }
      """
  }

  private static func element(_ type: OptionType) -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .choice: "Value"
    case .socket: "ListeningSocket"
    case .list(let type): "[\(element(type))]"
    }
  }

  private static func enumeration(_ choices: [String]) -> String {
    let cases = choices.map {
      "      case `\(PluginOption.caseName(of: $0))` = \(SwiftLiteral.string($0))\n"
    }
    return """

          /// The values of the option.
          enum Value: String, OptionElement, CaseIterable {
      \(cases.joined())    }

      """
  }

  /// The closure that binds the options, with the locations of their declarations; empty if there are none.
  var binding: String {
    guard !options.isEmpty else { return "" }
    return " { options in\n"
      + options.map {
        """
        #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \($0.line))
        options.bind(Options.\($0.option.tagName).self)

        """
      }.joined()
      + "}"
  }
}
