/// A protocol as the textual interface of its module has it, for the first implementation of it.
///
/// The compiler writes an interface with one declaration a line, indented by two spaces for each level, and with the modules of all
/// types. Only such files are read, so what a source could also contain is not considered.
struct ProtocolInterface {
  /// The members that a type has to implement, in their order.
  private(set) var requirements: [ProtocolRequirement] = []
  /// Whether only classes can conform.
  private(set) var isForClasses = false
  /// Why no implementation can be written; nil if one can.
  private(set) var obstacle: String?

  /// The protocols without requirements that can be implemented.
  private static let markers: Set<String> = [
    "Swift.Sendable", "Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable",
    "_Concurrency.Sendable",
  ]

  /// What only declarations of members have, and not attributes in lines of their own.
  private static let keywords = ["func ", "var ", "init", "subscript", "associatedtype "]

  /// Finds a protocol in an interface.
  ///
  /// - Returns: Nil if the module does not declare it.
  init?(_ name: String, of module: String, in interface: String) {
    let lines = interface.split(separator: "\n").map(String.init)
    var defaults: Set<String> = []
    guard add(name, module, lines, &defaults, depth: 0) else { return nil }
    requirements.removeAll { defaults.contains($0.head) }
  }

  /// Adds what a protocol of the module requires, with the protocols that it inherits.
  private mutating func add(
    _ name: String, _ module: String, _ lines: [String], _ defaults: inout Set<String>, depth: Int
  ) -> Bool {
    let start = lines.firstIndex { Self.declares($0, name) }
    // A module that is not from a compiler can have a cycle.
    guard let start, depth < 20 else { return false }
    for parent in Self.inherited(lines[start]) where !Self.markers.contains(parent) {
      let prefix = "\(module)."
      if parent == "Swift.AnyObject" {
        isForClasses = true
      } else if !parent.hasPrefix(prefix)
        || !add(String(parent.dropFirst(prefix.count)), module, lines, &defaults, depth: depth + 1)
      {
        obstacle = obstacle ?? "\(name) inherits from \(parent)"
      }
    }
    for line in Self.members(after: start, in: lines) { add(member: line, of: name) }
    for index in lines.indices where lines[index] == "extension \(module).\(name) {" {
      for line in Self.members(after: index, in: lines) {
        defaults.insert(ProtocolRequirement.head(of: line.replacing("public ", with: "")))
      }
    }
    return true
  }

  private mutating func add(member line: String, of name: String) {
    // Conditions are those of features that the compiler of the host has.
    guard !line.hasPrefix("#"), Self.keywords.contains(where: line.contains) else { return }
    if let requirement = ProtocolRequirement(line) {
      guard !requirements.contains(where: { $0.head == requirement.head }) else { return }
      requirements.append(requirement)
    } else {
      obstacle = obstacle ?? "\(name) requires `\(line)`"
    }
  }

  private static func declares(_ line: String, _ name: String) -> Bool {
    guard let keyword = line.firstRange(of: "public protocol \(name)") else { return false }
    let rest = line[keyword.upperBound...]
    return rest.hasPrefix(" :") || rest.hasPrefix(" {")
  }

  /// The protocols after the colon of a declaration.
  private static func inherited(_ line: String) -> [String] {
    guard let colon = line.firstRange(of: " : ") else { return [] }
    return line[colon.upperBound...].prefix { $0 != "{" }.split(separator: ",")
      .map { $0.split(separator: " ").first.map(String.init) ?? "" }
  }

  /// The members of a declaration without their indentation. The accessors of a member are indented further.
  private static func members(after start: Int, in lines: [String]) -> [String] {
    lines[(start + 1)...].prefix { $0.hasPrefix("  ") || $0.hasPrefix("#") }
      .filter { $0.hasPrefix("#") || !$0.hasPrefix("   ") }
      .map { String($0.drop { $0 == " " }) }.filter { $0 != "}" }
  }
}
