import CleanseGraph
package import CleanseSupport

extension FindingBaseline: VersionedDocument {
  /// The name and version of the schema.
  package static let schema = "cleanse-baseline/1"

  /// The largest file that is read, in bytes: enough for a few hundred thousand findings.
  package static let sizeLimit = 64 << 20

  package static let noun = "baseline"
  package static let fix =
    "specify another, or remove it and create it again with `--update-baseline`"

  /// Reads a baseline file.
  ///
  /// - Throws: A ``DocumentError`` with the reason, and the line if there is one.
  public init(contentsOf path: String) throws(DocumentError) {
    try self.init(reading: path)
  }

  /// Writes a baseline file atomically: a reader gets either the old or the new contents.
  public func write(to path: String) throws(DocumentError) {
    try replace(path)
  }

  package struct Members: Encodable {
    let application: String
    let plugins: [String]
    let findings: [Entry]
  }

  package var members: Members {
    Members(application: application, plugins: plugins, findings: entries)
  }

  package var parts: [(name: String, document: FindingBaseline)] {
    entries.map {
      let part = FindingBaseline(application: application, plugins: plugins, entries: [$0])
      return ("finding \($0.code.rawValue.printable) of \($0.about.printable)", part)
    }
  }

  package init(_ fields: JSONFields) throws(FieldError) {
    self.init(
      application: try fields.string("application"),
      plugins: try fields.optionalStrings("plugins") ?? [],
      entries: try fields.objects("findings", make: Entry.init(_:)))
  }
}

extension FindingBaseline.Entry {
  fileprivate init(_ fields: JSONFields) throws(FieldError) {
    self.init(
      identity: try fields.line("identity"),
      code: Diagnostic.Code(rawValue: try fields.string("code")),
      severity: try fields.parsed("severity") { text throws(FieldError) in
        guard let severity = Diagnostic.Severity(rawValue: text) else {
          throw FieldError(message: "must be `error`, `warning` or `note`")
        }
        return severity
      },
      about: try fields.string("about"))
  }
}
