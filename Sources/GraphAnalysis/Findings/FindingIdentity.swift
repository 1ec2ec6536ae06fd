import CleanseCrypto
public import CleanseGraph

/// What makes a finding the same one in another run, on another machine, after an edit elsewhere, and in
/// another wording.
///
/// It holds no text, line, directory, index in the graph or count: only the code, the names of what
/// the finding is about, and its arguments.
public struct FindingIdentity: Hashable, Sendable {
  /// Something that the finding is about.
  struct Part: Hashable, Sendable {
    /// What it is to the finding.
    enum Role: String, Sendable {
      case key, request, component, entry, argument, origin
    }

    let role: Role
    /// Of an argument, its name.
    let argument: String?
    /// What is compared.
    let value: String
    /// What people read, where that is something else: keys are compared by mangled names.
    let text: String

    init(_ role: Role, _ value: String, argument: String? = nil, text: String? = nil) {
      self.role = role
      self.argument = argument
      self.value = value
      self.text = text ?? value
    }
  }

  let code: Diagnostic.Code
  /// What it is about, in a fixed order.
  let parts: [Part]
  /// Counts those of one run that are equal otherwise, from one on.
  let number: Int

  /// The identity of a finding that is looked at by itself; ``all(of:in:)`` also distinguishes those
  /// of one run.
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

  /// The identities of all findings of one run, in the order of the findings; no two are equal.
  public static func all(of findings: [Diagnostic], in graph: BindingGraph) -> [FindingIdentity] {
    var identities = findings.map { FindingIdentity($0, in: graph) }
    let alike = Dictionary(grouping: identities.indices) { identities[$0] }
    for places in alike.values where places.count > 1 {
      // Those of one module keep the order in which they were reported.
      let ordered = places.map { (place: $0, names: names(of: findings[$0])) }
        .sorted { left, right in
          left.names == right.names
            ? left.place < right.place : left.names.lexicographicallyPrecedes(right.names)
        }
      for (count, element) in ordered.enumerated() {
        identities[element.place] = FindingIdentity(identities[element.place], number: count + 1)
      }
    }
    return identities
  }

  /// What those that are equal otherwise are ordered by.
  private static func names(of finding: Diagnostic) -> [String] {
    [finding.provenance?.origin ?? ""] + (finding.provenance?.modules ?? [])
  }
}

extension FindingIdentity {
  /// The identity for people, in one line.
  var text: String {
    let about = about
    return about.isEmpty ? code.rawValue : "\(code.rawValue): \(about)"
  }

  /// What the finding is about, for people and files: all but the code.
  var about: String {
    let names = [aboutWithoutOrigin, origin.map { "from \($0)" } ?? ""]
    return names.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What the finding is about, where the plugin is named elsewhere.
  var aboutWithoutOrigin: String {
    let names = parts.filter { $0.role != .origin }.map { part in
      switch part.role {
      case .key, .origin: part.text
      case .request: "asking for \(part.text)"
      case .component: "in \(part.text)"
      case .entry: "entry \(part.text)"
      case .argument: Self.argument(part)
      }
    }
    return (names + (number > 1 ? ["number \(number)"] : [])).joined(separator: ", ")
  }

  /// What the finding is about; what it says, where nothing but the plugin identifies it.
  package func about(_ finding: Diagnostic) -> String {
    parts.allSatisfy { $0.role == .origin } ? finding.message : about
  }

  /// What needs no name to be understood has none.
  private static func argument(_ part: Part) -> String {
    switch part.argument ?? "" {
    case "file", "hop", "key", "message": part.text
    case let name: "\(name) \(part.text)"
    }
  }

  /// The plugin that it is about, where that is a part of it.
  var origin: String? { parts.first { $0.role == .origin }?.value }

  /// The identity as 32 hexadecimal digits: equal for equal identities, and for no others.
  public var fingerprint: String {
    let fields =
      ["cleanse-finding/2", code.rawValue, "\(number)"]
      + parts.flatMap { [$0.role.rawValue] + ($0.argument.map { [$0] } ?? []) + [$0.value] }
    // With their lengths, so that no name can look like the end of one field and the next.
    let bytes = fields.map { "\($0.utf8.count):\($0)" }.joined()
    return String(ContentDigest(of: Array(bytes.utf8)).digits.prefix(32))
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
