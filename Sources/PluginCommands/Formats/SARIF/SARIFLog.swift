import CleanseGraph

/// A log in the Static Analysis Results Interchange Format: what this program writes of it.
///
/// Numbers of sections are those of the OASIS Standard SARIF Version 2.1.0.
struct SARIFLog: Encodable {
  /// Where the schema of the format is published (3.13.3).
  let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  /// One run of one tool.
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}

extension SARIFLog {
  /// What one run of the program found (3.14).
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    /// What relative URIs begin at, by the names that ``ArtifactLocation/uriBaseId`` has.
    let originalUriBaseIds: [String: ArtifactLocation]
    /// What a column would count (3.14.17).
    let columnKind = "unicodeCodePoints"
    let results: [Result]
  }

  /// The program (3.18).
  struct Tool: Encodable {
    let driver: Driver
  }

  /// What the program is called and what it looks for (3.19).
  struct Driver: Encodable {
    let name = "host"
    let version: String
    let semanticVersion: String
    let rules: [Rule]
  }

  /// One kind of finding (3.49).
  struct Rule: Encodable {
    let id: String
    /// A name for people, made of the code.
    let name: String?
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Configuration
  }

  /// How much a finding of the kind usually weighs (3.50).
  struct Configuration: Encodable {
    let level: String
  }

  /// How the program was run (3.20).
  struct Invocation: Encodable {
    /// Whether it could do its work, whatever it found.
    let executionSuccessful = true
    let exitCode: Int32
    let workingDirectory: ArtifactLocation
  }

  /// A finding (3.27).
  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    /// Whether a baseline knows it; absent where there is none (3.27.24).
    let baselineState: String?
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]?
    let partialFingerprints: [String: String]?
    let properties: Properties?
  }

  /// What the format has no place for (3.8).
  struct Properties: Encodable {
    /// What identifies the finding beside its rule and its location.
    let arguments: [Diagnostic.Argument]
  }

  /// A text of a result (3.11) or of a rule (3.12).
  struct Text: Encodable {
    let text: String
    var markdown: String?
  }

  /// A place (3.28).
  struct Location: Encodable {
    /// What the message of the result refers to it by.
    var id: Int?
    var physicalLocation: PhysicalLocation
    var logicalLocations: [LogicalLocation]?
    var message: Text?
  }

  /// A line of a file, or the file (3.29).
  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region?
  }

  /// A file or a directory (3.4).
  struct ArtifactLocation: Encodable {
    let uri: String
    /// Present for a relative URI.
    var uriBaseId: String?
  }

  /// A line (3.30).
  struct Region: Encodable {
    let startLine: Int
  }

  /// A part of the graph or who brought it (3.33).
  struct LogicalLocation: Encodable {
    var name: String?
    var fullyQualifiedName: String?
    let kind: String
  }
}
