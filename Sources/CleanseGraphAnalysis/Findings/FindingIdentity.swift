import CleanseCrypto
public import CleanseGraph
import CleanseSupport

/// Identifies a finding across runs, machines, unrelated edits and changes of the message's wording.
///
/// It consists of the code, the names in the finding's subject, and the arguments. It contains no message,
/// line, directory, index in the graph or count.
public struct FindingIdentity: Hashable, Sendable {
  /// A name in the finding's subject, or an argument.
  struct Part: Hashable, Sendable {
    /// The role of the part in the finding.
    enum Role: String, Sendable {
      case key, request, component, entry, argument, origin
    }

    let role: Role
    /// The name of an argument; nil for other roles.
    let argument: String?
    /// The value that is compared.
    let value: String
    /// The text for display. Keys are compared by mangled names and shown by readable ones.
    let text: String

    init(_ role: Role, _ value: String, argument: String? = nil, text: String? = nil) {
      self.role = role
      self.argument = argument
      self.value = value
      self.text = text ?? value
    }
  }

  let code: Diagnostic.Code
  /// The parts, in a fixed order.
  let parts: [Part]
  /// Distinguishes findings of one run whose codes and parts are equal; starts at 1.
  let number: Int

  /// Creates the identity of a single finding; ``all(of:in:)`` also distinguishes equal findings of one run.
  init(_ finding: Diagnostic, in graph: BindingGraph) {
    code = finding.code
    parts = Self.parts(of: finding, in: graph)
    number = 1
  }

  private init(_ identity: FindingIdentity, number: Int) {
    code = identity.code
    parts = identity.parts
    self.number = number
  }

  /// Returns the identities of all findings of one run, in the order of the findings; no two are equal.
  public static func all(of findings: [Diagnostic], in graph: BindingGraph) -> [FindingIdentity] {
    var identities = findings.map { FindingIdentity($0, in: graph) }
    let alike = Dictionary(grouping: identities.indices) { identities[$0] }
    for indices in alike.values where indices.count > 1 {
      // Findings of one module keep the order in which they were reported.
      let ordered = indices.map { (index: $0, names: names(of: findings[$0])) }
        .sorted { left, right in
          left.names == right.names
            ? left.index < right.index : left.names.lexicographicallyPrecedes(right.names)
        }
      for (count, element) in ordered.enumerated() {
        identities[element.index] = FindingIdentity(identities[element.index], number: count + 1)
      }
    }
    return identities
  }

  /// The sort key of findings with equal codes and parts.
  private static func names(of finding: Diagnostic) -> [String] {
    [finding.provenance?.origin ?? ""] + (finding.provenance?.modules ?? [])
  }
}

extension FindingIdentity {
  /// The identity for display, in one line.
  var text: String {
    let about = about
    return about.isEmpty ? code.rawValue : "\(code.rawValue): \(about)"
  }

  /// The identity for display without the code.
  var about: String {
    let names = [aboutWithoutOrigin, origin.map { "from \($0)" } ?? ""]
    return names.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The identity for display without the code and the plugin.
  var aboutWithoutOrigin: String {
    let names = parts.filter { $0.role != .origin }.map { part in
      switch part.role {
      case .key, .origin: part.text
      case .request: "requesting \(part.text)"
      case .component: "in \(part.text)"
      case .entry: "entry \(part.text)"
      case .argument: Self.argument(part)
      }
    }
    return Abbreviation.names.of(names + (number > 1 ? ["number \(number)"] : []))
      .map(Abbreviation.text).joined(separator: ", ")
  }

  /// The subject of the finding; its message if nothing but the plugin identifies it.
  func about(_ finding: Diagnostic) -> String {
    parts.allSatisfy { $0.role == .origin } ? finding.message : about
  }

  /// The text of an argument, with its name unless the value is clear without it.
  private static func argument(_ part: Part) -> String {
    switch part.argument ?? "" {
    case "file", "hop", "key", "message": part.text
    case let name: "\(name) \(part.text)"
    }
  }

  /// The plugin, if it is a part of the identity.
  var origin: String? { parts.first { $0.role == .origin }?.value }

  /// The identity as 32 hexadecimal digits: a BLAKE2b digest, equal only for equal identities.
  public var fingerprint: String {
    let fields =
      ["cleanse-finding/1", code.rawValue, "\(number)"]
      + parts.flatMap { [$0.role.rawValue] + ($0.argument.map { [$0] } ?? []) + [$0.value] }
    return String(ContentDigest(of: Array(fields.lengthPrefixed.utf8)).digits.prefix(32))
  }

  public static func == (left: FindingIdentity, right: FindingIdentity) -> Bool {
    left.code == right.code && left.number == right.number
      && left.parts.elementsEqual(right.parts) {
        $0.role == $1.role && $0.argument == $1.argument && $0.value == $1.value
      }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(number)
    for part in parts {
      hasher.combine(part.role)
      hasher.combine(part.argument)
      hasher.combine(part.value)
    }
  }
}
