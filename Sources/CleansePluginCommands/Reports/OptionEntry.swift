import CleansePluginHost

/// An option of a plugin, as shown in results.
struct OptionEntry: Encodable, Sendable {
  let name: String
  let type: String
  let values: [String]?
  let minimum: OptionValue?
  let maximum: OptionValue?
  /// The default; nil for an option that has to be set.
  let standard: OptionValue?
  let isRequired: Bool
  let isSecret: Bool
  let summary: String
  /// The value in effect; nil for a secret, and for a missing or invalid value.
  let value: OptionValue?
  let origin: String
  /// The environment variable that sets it.
  let variable: String
  private let isUsable: Bool

  private enum CodingKeys: String, CodingKey {
    case name, type, values, minimum, maximum, summary, value, origin, variable
    case standard = "default"
    case isRequired = "required"
    case isSecret = "secret"
  }

  init(_ resolved: ResolvedOption, of plugin: String) {
    let option = resolved.option
    let origin = SettingOrigin(resolved.origin)
    name = option.name
    type = option.type.name
    values = option.type.choices
    (minimum, maximum) = option.type.limits
    standard = option.isSecret ? nil : option.standard
    (isRequired, isSecret) = (option.isRequired, option.isSecret)
    summary = option.summary
    value = option.isSecret ? nil : resolved.value
    self.origin = origin.location ?? origin.name
    variable = PluginConfiguration.variable(for: option, of: plugin)
    isUsable = resolved.value != nil
  }

  /// The option in one line: `width = 72: The width of a line (int from 20 to 1000, default)`.
  var line: String {
    var shown = value.map(\.text)
    var origin = origin
    if !isUsable {
      shown = origin == "default" ? "(not set)" : "(invalid)"
      if origin == "default" { origin = "required" }
    }
    if shown?.isEmpty == true { shown = "\"\"" }
    return "\(name) = \(shown ?? "(secret)"): \(summary) (\(kind), \(origin))"
  }

  private var kind: String {
    var text = type
    if let values { text += " of " + values.joined(separator: ", ") }
    switch (minimum?.text, maximum?.text) {
    case (let minimum?, let maximum?): text += " from \(minimum) to \(maximum)"
    case (let minimum?, nil): text += " of at least \(minimum)"
    case (nil, let maximum?): text += " of at most \(maximum)"
    case (nil, nil): break
    }
    return text
  }
}
