// This folder is findings as data: a `Diagnostic` has a stable code, a message, and what it is about. Texts for people
// are made in CleanseFindingReports; a location has its path completed from `SourceFiles`.

/// A finding about a graph or a plugin: what is wrong, where, what else is involved, and a suggested fix.
///
/// A diagnostic is data, and its ``description`` only renders it. Programs never have to parse the text: they
/// compare ``code``, and read the locations from ``location`` and ``notes``.
public struct Diagnostic: Error, Hashable, Sendable, Codable {
  /// A stable name of the kind of finding, such as `cleanse/missing-binding`.
  ///
  /// The part before the slash is the owner: `cleanse` for the framework, `plugin` for the plugin
  /// host, anything else for an external validator.
  public struct Code: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The whole name, including the owner.
    public let rawValue: String

    /// Creates a code of that name, which is not checked: each owner chooses its own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Lets a validator write its code as `"owner/name"`.
    public init(stringLiteral value: String) {
      self.init(rawValue: value)
    }

    /// Reads the name as a plain string.
    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the name as a plain string.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  /// The severity of a finding.
  // Frozen: severities are compared, and none is higher than an error.
  @frozen
  public enum Severity: String, Hashable, Sendable, Codable, Comparable {
    /// Worth knowing; nothing is wrong.
    case note
    /// Likely a mistake; the graph or the plugin still works.
    case warning
    /// The graph or the plugin can't work.
    case error

    /// Orders severities from note to error.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.weight < right.weight
    }

    private var weight: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A further location or fact of a finding: the other side of a conflict, a hop of a cycle, a dependent.
  public struct Note: Hashable, Sendable, Codable {
    /// The fact, in one line without a final period; or a source line, with a caret below that marks the
    /// position.
    public package(set) var message: String
    /// The source location of the fact, if it has one.
    public package(set) var location: SourceLocation?
    /// The plugin and the modules of the fact, if it has some.
    public package(set) var provenance: Provenance?
    /// The path from the root of the graph to the binding of the note: the names on a shortest path,
    /// including both ends; empty for a note without one. The middle of a long path is replaced by an entry with the number of names left out.
    public package(set) var path: [String]

    /// Creates a note; properties that are nil or empty are left out of the text.
    public init(
      _ message: String, at location: SourceLocation? = nil, provenance: Provenance? = nil,
      path: [String] = []
    ) {
      self.message = message
      self.location = location
      self.provenance = provenance
      self.path = path
    }

    private enum CodingKeys: String, CodingKey {
      case message, location, provenance, path
    }

    /// Reads a note.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try container.decode(String.self, forKey: .message),
        at: try container.decodeIfPresent(SourceLocation.self, forKey: .location),
        provenance: try container.decodeIfPresent(Provenance.self, forKey: .provenance),
        path: try container.decodeIfPresent([String].self, forKey: .path) ?? [])
    }

    /// Writes a note, without an empty path.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(message, forKey: .message)
      try container.encodeIfPresent(location, forKey: .location)
      try container.encodeIfPresent(provenance, forKey: .provenance)
      if !path.isEmpty { try container.encode(path, forKey: .path) }
    }
  }

  /// The kind of finding, for programs to compare.
  public package(set) var code: Code
  /// The severity; a single error makes the whole graph unusable.
  public package(set) var severity: Severity
  /// What is wrong, in one line without a final period.
  public package(set) var message: String
  /// The source line of the binding; nil if the finding is not about a line.
  public package(set) var location: SourceLocation?
  /// The contributor, such as a plugin, and the chain of modules.
  public package(set) var provenance: Provenance?
  /// Further locations and facts, in reading order.
  public package(set) var notes: [Note]
  /// The suggested fix, as a sentence or as the line of code to write.
  public package(set) var fix: String?
  /// The part of the graph that the finding is about; nil for a finding about anything else, and for an error
  /// that a module reported.
  public package(set) var subject: Subject?
  /// The facts that identify the finding in addition to ``code`` and ``subject``: they distinguish it from other
  /// findings of the same code about the same part of the graph or the same file.
  ///
  /// Programs that recognise a finding in a later run (baselines, the fingerprints in SARIF) compare the
  /// code, the names of the subject, and the arguments in their order; they never compare text. A
  /// validator that reports several findings of one code on one subject should therefore pass
  /// arguments, in an order that does not change from run to run. Without them, such findings differ only
  /// by a number in the order in which they are reported, so that fixing one renumbers the rest.
  public package(set) var arguments: [Argument]
  /// The name of the validator that reported the finding; nil for the framework and the plugin host, whose codes name the
  /// check.
  public package(set) var validator: String?
  /// The identifier of the plugin that contributes this validator; nil for a validator of the application. The name of the
  /// validator is the plugin's own choice, and this is not.
  public package(set) var validatorOrigin: String?

  /// Creates a finding; the parameters are in the order in which they are printed.
  public init(
    _ code: Code,
    _ severity: Severity,
    _ message: String,
    at location: SourceLocation? = nil,
    provenance: Provenance? = nil,
    notes: [Note] = [],
    fix: String? = nil,
    subject: Subject? = nil,
    arguments: [Argument] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.provenance = provenance
    self.notes = notes
    self.fix = fix
    self.subject = subject
    self.arguments = arguments
  }
}
