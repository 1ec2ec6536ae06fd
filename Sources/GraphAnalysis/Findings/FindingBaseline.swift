public import CleanseGraph

/// The findings that somebody has looked at and lets be: what a baseline file holds.
///
/// A finding is known by an identity that whoever compares makes of it; the rest of an entry is for who
/// reviews the file.
public struct FindingBaseline: Hashable, Sendable {
  /// One finding.
  public struct Entry: Hashable, Sendable, Encodable {
    /// By which it is known again: one line.
    public let identity: String
    /// The kind of finding.
    public let code: Diagnostic.Code
    /// How much it weighed. One that weighs more by now is not the one that somebody let be.
    public let severity: Diagnostic.Severity
    /// What it is about, for people: never compared.
    public let about: String

    /// A finding as it is known.
    public init(
      identity: String, code: Diagnostic.Code, severity: Diagnostic.Severity, about: String
    ) {
      self.identity = identity
      self.code = code
      self.severity = severity
      self.about = about
    }
  }

  /// The name of the component that the findings are about.
  public let application: String
  /// The identifiers of the plugins that there were, in their order.
  public let plugins: [String]
  /// The findings, ordered by code, subject and identity.
  public let entries: [Entry]

  /// The baseline of findings, in whichever order they come.
  public init(application: String, plugins: some Sequence<String>, entries: [Entry]) {
    self.application = application
    self.plugins = Set(plugins).sorted()
    self.entries = entries.sorted { $0.order < $1.order }
  }
}

extension FindingBaseline.Entry {
  fileprivate var order: (String, String, String) { (code.rawValue, about, identity) }
}
