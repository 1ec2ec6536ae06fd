import CleanseGraph
import CleanseSupport

/// A log in the Static Analysis Results Interchange Format, as far as this program writes it.
///
/// Section numbers refer to the OASIS Standard SARIF Version 2.1.0.
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
  /// The results of one run of the program (3.14).
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    /// The bases of relative URIs, by the names that ``ArtifactLocation/uriBaseId`` uses.
    let originalUriBaseIds: [String: ArtifactLocation]
    /// The unit of columns (3.14.17).
    let columnKind = "unicodeCodePoints"
    let results: [Result]
  }

  /// The program (3.18).
  struct Tool: Encodable {
    let driver: Driver
  }

  /// The name, the version and the rules of the program (3.19).
  struct Driver: Encodable {
    let name: String
    let version: String
    let semanticVersion: String
    let rules: [Rule]
  }

  /// A rule: one diagnostic code (3.49).
  struct Rule: Encodable {
    let id: String
    /// A display name, derived from the code.
    let name: String?
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Configuration
  }

  /// The default level of a rule (3.50).
  struct Configuration: Encodable {
    let level: String
  }

  /// How the program was run (3.20).
  struct Invocation: Encodable {
    /// Whether the program completed its work, regardless of the findings.
    let executionSuccessful = true
    let exitCode: Int32
    let workingDirectory: ArtifactLocation
  }

  /// A finding (3.27).
  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    /// `new` or `unchanged` compared with the baseline; nil without one (3.27.24).
    let baselineState: String?
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]?
    let partialFingerprints: [String: String]?
    let properties: Properties?
  }

  /// Additional members that the format does not define (3.8).
  struct Properties: Encodable {
    /// The arguments, which identify the finding together with its rule and location.
    let arguments: [Diagnostic.Argument]?
    /// The validator that reported the finding, if it is not one of the framework.
    let validator: String?
    /// The plugin that contributes the validator, if one does.
    let validatorOrigin: String?

    /// Nil if there is nothing to add.
    init?(_ diagnostic: Diagnostic) {
      arguments = diagnostic.arguments.isEmpty ? nil : diagnostic.arguments
      validator = diagnostic.validator.map(PlainText.escaped)
      validatorOrigin = diagnostic.validatorOrigin.map(PlainText.escaped)
      guard arguments != nil || validator != nil else { return nil }
    }
  }

  /// A text of a result (3.11) or of a rule (3.12).
  struct Text: Encodable {
    let text: String
    var markdown: String?
  }

  /// A location (3.28).
  struct Location: Encodable {
    /// The number by which the message of the result refers to it.
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

  /// A key, a chain of modules or a plugin (3.33).
  struct LogicalLocation: Encodable {
    var name: String?
    var fullyQualifiedName: String?
    let kind: String
  }
}
