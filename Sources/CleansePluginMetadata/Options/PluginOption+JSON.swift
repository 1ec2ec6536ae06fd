internal import CleanseSupport

extension PluginOption {
  /// The declaration of an option in a manifest, without its name.
  struct Body: Codable {
    var type: String
    var values: [String]?
    var minimum: OptionValue?
    var maximum: OptionValue?
    var standard: OptionValue?
    var required: Bool?
    var secret: Bool?
    var summary: String

    enum CodingKeys: String, CodingKey, CaseIterable {
      case type, values, minimum, maximum, required, secret, summary
      case standard = "default"
    }
  }

  /// Reads the member of a manifest.
  init(name: String, _ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: Body.CodingKeys.allCases.map(\.rawValue))
    func value(_ name: String) throws(ManifestError) -> OptionValue? {
      guard let json = fields.value(name) else { return nil }
      guard let value = OptionValue(json) else {
        throw ManifestError(
          field: name, message: "must be a Boolean, a number, a string or a list, not \(json.kind)")
      }
      return value
    }
    try self.init(
      name: name,
      Body(
        type: fields.string("type"), values: fields.optionalStrings("values"),
        minimum: value("minimum"), maximum: value("maximum"), standard: value("default"),
        required: fields.optionalBoolean("required"), secret: fields.optionalBoolean("secret"),
        summary: fields.string("summary")))
  }

  /// Creates the option of a declaration.
  init(name: String, _ body: Body) throws(ManifestError) {
    let type = try Self.type(of: body)
    guard (body.standard == nil) == (body.required == true) else {
      throw ManifestError(
        field: body.standard == nil ? nil : "required",
        message: body.standard == nil
          ? "has neither a `default` nor `\"required\": true`" : "is true, and there is a `default`"
      )
    }
    try self.init(
      name: name, type: type, standard: body.standard, isSecret: body.secret ?? false,
      summary: body.summary)
  }

  private static func type(of body: Body) throws(ManifestError) -> OptionType {
    let isList = body.type.hasSuffix("[]")
    let type: OptionType =
      switch isList ? String(body.type.dropLast(2)) : body.type {
      case "bool": .bool
      case "int": .int(try range(of: body, within: OptionType.anyInt, integer))
      case "double": .double(try range(of: body, within: OptionType.anyDouble, number))
      case "string": .string
      case "enum": .choice(body.values ?? [])
      case "socket" where !isList: .socket
      default:
        throw ManifestError(
          field: "type",
          message:
            "must be `bool`, `int`, `double`, `string`, `enum` or `socket`, or a list such as `int[]`, not "
            + body.type.quoted)
      }
    if type.choices == nil, body.values != nil {
      throw ManifestError(field: "values", message: "is only for the type `enum`")
    }
    switch type {
    case .int, .double: break
    default:
      if body.minimum != nil || body.maximum != nil {
        throw ManifestError(
          field: body.minimum != nil ? "minimum" : "maximum", message: "is only for numbers")
      }
    }
    return isList ? .list(type) : type
  }

  private static func integer(_ value: OptionValue) -> Int? {
    if case .int(let number) = value { number } else { nil }
  }

  private static func number(_ value: OptionValue) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  private static func range<Bound: Comparable>(
    of body: Body, within limits: (Bound, Bound), _ bound: (OptionValue) -> Bound?
  ) throws(ManifestError) -> ClosedRange<Bound> {
    func limit(
      _ value: OptionValue?, _ name: String, _ standard: Bound
    ) throws(ManifestError) -> Bound {
      guard let value else { return standard }
      guard let limit = bound(value) else {
        throw ManifestError(
          field: name,
          message: "must be a number of the option's type, not \(value.described(isSecret: false))")
      }
      return limit
    }
    let lower = try limit(body.minimum, "minimum", limits.0)
    let upper = try limit(body.maximum, "maximum", limits.1)
    guard lower <= upper else {
      throw ManifestError(field: "maximum", message: "is less than the `minimum`")
    }
    return lower...upper
  }

  /// The declaration.
  var body: Body {
    Body(
      type: type.name, values: type.choices, minimum: type.limits.minimum,
      maximum: type.limits.maximum, standard: standard, required: isRequired ? true : nil,
      secret: isSecret ? true : nil, summary: summary)
  }
}
