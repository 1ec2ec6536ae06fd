/// One finding about a graph or a plugin: what is wrong, where, who is involved, and what to do.
///
/// A diagnostic is data. Its ``description`` only renders it, so that programs never have to read
/// the text: they compare ``code``, and find every place in ``location`` and ``notes``.
public struct Diagnostic: Error, Hashable, Sendable, Codable {
  /// A stable name of the kind of finding, as in `cleanse/missing-binding`.
  ///
  /// The part before the slash is the owner: `cleanse` for the framework, `plugin` for the plugin
  /// host, anything else for a validator from outside.
  public struct Code: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The whole name, with its owner.
    public let rawValue: String

    /// A code of that name; nothing is checked, as each owner chooses its own.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Lets a validator write its code as `"owner/name"`.
    public init(stringLiteral value: String) {
      self.init(rawValue: value)
    }

    /// Reads the bare string, so that JSON has no object where a name is meant.
    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare string.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  /// How much a finding weighs.
  // Frozen: what weighs how much is decided by comparing, and there is nothing beyond an error.
  @frozen
  public enum Severity: String, Hashable, Sendable, Codable, Comparable {
    /// Worth knowing; nothing is wrong.
    case note
    /// Likely a mistake; what was asked for still works.
    case warning
    /// What was asked for can't work.
    case error

    /// Whether the left one weighs less, so that `>= .warning` reads as it is meant.
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

  /// A further place or fact that belongs to a finding: the other side of a conflict, a hop of a
  /// cycle, a requester.
  public struct Note: Hashable, Sendable, Codable {
    /// The fact, in one line without a full stop at its end; or a line of what is spoken of, with a
    /// caret below that tells the place.
    public var message: String
    /// Where it is, if a source line has to do with it.
    public var location: SourceLocation?
    /// Who brought it, if a plugin or a module did.
    public var provenance: Provenance?
    /// How the root of the graph gets to who is spoken of: the names of a shortest path, with both
    /// ends. Of a long one the middle is left out, and an entry tells how much that is.
    public var path: [String]?

    /// A note; what it has no place for is left out of the text.
    public init(
      _ message: String, at location: SourceLocation? = nil, provenance: Provenance? = nil,
      path: [String]? = nil
    ) {
      self.message = message
      self.location = location
      self.provenance = provenance
      self.path = path
    }
  }

  /// What programs compare.
  public var code: Code
  /// How much it weighs; one error refuses the whole graph.
  public var severity: Severity
  /// What is wrong, in one line without a full stop at its end.
  public var message: String
  /// Where it is: the source line of the binding, or nothing when no line is at fault.
  public var location: SourceLocation?
  /// Who brought it: the origin (a plugin, say) and the chain of modules.
  public var provenance: Provenance?
  /// The other places and facts, in the order in which they are to be read.
  public var notes: [Note]
  /// What to do about it, as a sentence or as the line to write.
  public var fix: String?
  /// What in the graph it is about; nothing for what is not about a part of a graph, and for what a
  /// module reported itself.
  public var subject: Subject?
  /// What identifies the finding beside ``code`` and ``subject``: the facts that tell it from other
  /// findings of the same code about the same part of the graph or the same file.
  ///
  /// Programs that recognise a finding in a later run (baselines, the fingerprints in SARIF) compare the
  /// code, the names of the subject, and the arguments in their order; they never compare text. A
  /// validator that reports several findings of one code on one subject should therefore pass
  /// arguments, in an order that does not change from run to run. Without them, such findings differ only
  /// by a number in the order in which they are reported, so that fixing one renumbers the rest.
  public var arguments: [Argument]

  /// A finding with what is known of it; the parts stand in the order in which they are printed.
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
