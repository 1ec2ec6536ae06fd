public import CleanseGraph

/// The contents of a baseline file: findings that were reviewed and accepted.
///
/// Findings are matched by identity and severity. The other members of an entry are for reviewers of the
/// file.
public struct FindingBaseline: Hashable, Sendable {
  /// An accepted finding.
  public struct Entry: Hashable, Sendable, Encodable {
    /// The fingerprint of the finding: one line.
    public let identity: String
    /// The kind of finding.
    public let code: Diagnostic.Code
    /// The severity at which it was accepted. At a higher severity the finding is new.
    public let severity: Diagnostic.Severity
    /// The subject of the finding, for reviewers; never compared.
    public let about: String

    /// Creates an entry.
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
  /// The identifiers of the plugins that were present, sorted.
  public let plugins: [String]
  /// The findings, ordered by code, subject and identity.
  public let entries: [Entry]

  /// Creates a baseline of entries in any order.
  public init(application: String, plugins: some Sequence<String>, entries: [Entry]) {
    self.application = application
    self.plugins = Set(plugins).sorted()
    self.entries = entries.sorted { $0.order < $1.order }
  }
}

extension FindingBaseline.Entry {
  fileprivate var order: (String, String, String) { (code.rawValue, about, identity) }
}
