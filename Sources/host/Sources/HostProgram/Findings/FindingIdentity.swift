import Cleanse
import CleansePluginHost

/// What makes a finding the same one in another run, on another machine, and after an edit elsewhere.
///
/// It holds no line, no directory, no place in the graph and no count: only the code and the names of
/// what the finding is about.
struct FindingIdentity: Hashable, Sendable {
  /// Something that the finding is about.
  struct Part: Hashable, Sendable {
    /// What it is to the finding.
    enum Role: String, Sendable {
      case key, request, component, entry, hop, message, origin
    }

    let role: Role
    /// What is compared.
    let value: String
    /// What people read, where that is something else: keys are compared by mangled names.
    let name: String

    init(_ role: Role, _ value: String, name: String? = nil) {
      self.role = role
      self.value = value
      self.name = name ?? value
    }
  }

  let code: Diagnostic.Code
  /// What it is about, in a fixed order.
  let parts: [Part]
  /// Counts those of one run that are alike but for this, from one on.
  let number: Int

  /// The identity of a finding that is looked at by itself; ``all(of:in:files:)`` tells those of one run
  /// apart as well.
  init(_ finding: Diagnostic, in graph: BindingGraph) {
    self.init(finding, in: graph, text: StableText(files: []), number: 1)
  }

  private init(_ finding: Diagnostic, in graph: BindingGraph, text: StableText, number: Int) {
    code = finding.code
    parts = Self.parts(of: finding, in: graph, text: text)
    self.number = number
  }

  private init(_ identity: FindingIdentity, number: Int) {
    code = identity.code
    parts = identity.parts
    self.number = number
  }

  /// The identities of all findings of one run, in the order of the findings; no two are equal.
  ///
  /// - Parameter files: The plugins' files, whose directories may stand in messages.
  static func all(
    of findings: [Diagnostic], in graph: BindingGraph, files: [PluginFile] = []
  ) -> [FindingIdentity] {
    let text = StableText(files: files)
    var identities = findings.map { FindingIdentity($0, in: graph, text: text, number: 1) }
    let alike = Dictionary(grouping: identities.indices) { identities[$0] }
    for places in alike.values where places.count > 1 {
      // Not as they come, which an edit elsewhere may change.
      let ordered = places.map { (place: $0, words: words(of: findings[$0], text)) }
        .sorted { left, right in
          left.words == right.words
            ? left.place < right.place : left.words.lexicographicallyPrecedes(right.words)
        }
      for (count, element) in ordered.enumerated() {
        identities[element.place] = FindingIdentity(identities[element.place], number: count + 1)
      }
    }
    return identities
  }

  /// What those that are alike are ordered by.
  private static func words(of finding: Diagnostic, _ text: StableText) -> [String] {
    [text.of(finding.message, taking: .lines), finding.provenance?.origin ?? ""]
      + (finding.provenance?.modules ?? [])
  }
}

extension FindingIdentity {
  /// The identity for people and files, in one line.
  var text: String {
    let names = parts.map { part in
      switch part.role {
      case .key, .hop, .message: part.name
      case .request: "asking for \(part.name)"
      case .component: "in \(part.name)"
      case .entry: "entry \(part.name)"
      case .origin: "from \(part.name)"
      }
    }
    let count = number > 1 ? ", number \(number)" : ""
    return names.isEmpty
      ? code.rawValue + count : "\(code.rawValue): \(names.joined(separator: ", "))\(count)"
  }

  /// The plugin that it is about, where that is a part of it.
  var origin: String? { parts.first { $0.role == .origin }?.value }

  /// The identity as 32 hexadecimal digits: equal for equal identities, and for no others.
  var fingerprint: String {
    let fields =
      ["cleanse-finding/1", code.rawValue, "\(number)"]
      + parts.flatMap { [$0.role.rawValue, $0.value] }
    // With their lengths, so that no name can look like the end of one field and the next.
    let bytes = fields.map { "\($0.utf8.count):\($0)" }.joined()
    return String(ContentDigest(of: Array(bytes.utf8)).digits.prefix(32))
  }

  static func == (left: FindingIdentity, right: FindingIdentity) -> Bool {
    left.code == right.code && left.number == right.number
      && left.parts.elementsEqual(right.parts) { $0.role == $1.role && $0.value == $1.value }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(number)
    for part in parts {
      hasher.combine(part.role)
      hasher.combine(part.value)
    }
  }
}

extension Combination {
  /// The identities of ``findings``, in their order.
  var identities: [FindingIdentity] {
    FindingIdentity.all(of: findings, in: graph, files: plugins.map(\.file))
  }
}
