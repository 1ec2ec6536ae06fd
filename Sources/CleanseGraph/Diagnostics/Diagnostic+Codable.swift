extension Diagnostic {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message, location, provenance, notes, fix, subject, arguments, validator,
      validatorOrigin
  }

  /// Reads a finding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Code.self, forKey: .code),
      try container.decode(Severity.self, forKey: .severity),
      try container.decode(String.self, forKey: .message),
      at: try container.decodeIfPresent(SourceLocation.self, forKey: .location),
      provenance: try container.decodeIfPresent(Provenance.self, forKey: .provenance),
      notes: try container.decode([Note].self, forKey: .notes),
      fix: try container.decodeIfPresent(String.self, forKey: .fix),
      subject: try container.decodeIfPresent(Subject.self, forKey: .subject),
      arguments: try container.decodeIfPresent([Argument].self, forKey: .arguments) ?? [])
    validator = try container.decodeIfPresent(String.self, forKey: .validator)
    validatorOrigin = try container.decodeIfPresent(String.self, forKey: .validatorOrigin)
  }

  /// Writes the finding; arguments and the validator are omitted when there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(severity, forKey: .severity)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(location, forKey: .location)
    try container.encodeIfPresent(provenance, forKey: .provenance)
    try container.encode(notes, forKey: .notes)
    try container.encodeIfPresent(fix, forKey: .fix)
    try container.encodeIfPresent(subject, forKey: .subject)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
    try container.encodeIfPresent(validator, forKey: .validator)
    try container.encodeIfPresent(validatorOrigin, forKey: .validatorOrigin)
  }
}
