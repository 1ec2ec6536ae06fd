public import CleanseGraph
import CleanseSupport

/// Finds the key of a graph by a part of its name.
public struct KeySearch {
  /// The bound and requested keys, each once, in the order of the graph.
  public let keys: [Key]

  /// The number of matches that a failure lists.
  private static let listed = 20

  /// - Parameter includesDropped: Whether to include keys that only rejected plugins bind or request.
  public init(_ graph: BindingGraph, includingDropped includesDropped: Bool = false) {
    let keys =
      graph.components.map(\.root)
      + graph.bindings.flatMap { [$0.key] + $0.requests.map(\.key) }
      + (includesDropped ? graph.dropped.map(\.key) : [])
    self.keys = keys.distinct()
  }

  /// The error for a text that does not match exactly one key.
  public struct Failure: Error {
    /// One line without a full stop.
    public let message: String
    /// The matching keys, or similar names; a line each.
    public let hints: [String]
  }

  /// Returns the key that matches the text.
  ///
  /// - Throws: A ``Failure`` that lists the matches if there are several, or similar names if there is
  ///   none.
  public func key(_ text: String) throws(Failure) -> Key {
    let found = matches(text)
    guard let key = found.first else {
      throw Failure(message: "no key `\(text)` in the graph", hints: [nearest(to: text)])
    }
    guard found.count == 1 else {
      throw Failure(message: "`\(text)` matches \(found.count) keys", hints: list(found))
    }
    return key
  }

  /// Returns the keys that match the text. Full names take precedence over names without modules, those
  /// over names inside other names, and those over any part of a name. A C name may follow its type, as in a signature:
  /// `int32 @width`.
  public func matches(_ text: String) -> [Key] {
    let found = parts(text)
    guard found.isEmpty, let mark = text.firstIndex(of: "@") else { return found }
    return parts(String(text[mark...]))
  }

  /// The keys of which the text is a name or a part of one.
  private func parts(_ text: String) -> [Key] {
    let exact = keys.filter { $0.description == text || $0.identity == text }
    if !exact.isEmpty { return exact }
    let name = KeyName(text)
    let names = keys.map { key in key.names.map(KeyName.init) }
    for isMatch in [name.isShort, name.isPart] {
      let found = zip(keys, names).filter { $0.1.contains(where: isMatch) }.map(\.0)
      if !found.isEmpty { return found }
    }
    let letters = Array(text.lowercased().utf8)
    return keys.filter { key in
      key.names.contains { Self.contains(letters, in: $0) }
    }
  }

  /// The keys as lines; keys of equal name with their identities.
  private func list(_ keys: [Key]) -> [String] {
    let sorted = keys.sorted { ($0.description, $0.identity) < ($1.description, $1.identity) }
    let count = Dictionary(sorted.map { ($0.description, 1) }, uniquingKeysWith: +)
    let lines = sorted.prefix(Self.listed).map { key in
      let name = key.description
      return count[name] == 1 ? name : "\(name), also known as \(key.identity)"
    }
    let rest = keys.count - lines.count
    return lines + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  /// A hint with the keys whose names are similar to the text.
  private func nearest(to text: String) -> String {
    var byName: [String: [String]] = [:]
    for key in keys {
      for name in Set(KeyName(key.description).lastNames + [key.description.lowercased()]) {
        byName[name, default: []].append(key.description)
      }
    }
    let near = NearestNames.of(text, among: byName.keys.sorted()).flatMap { byName[$0] ?? [] }
    let names = near.distinct().prefix(3)
    if !names.isEmpty { return "did you mean \(names.joined(separator: " or "))?" }
    let all = Set(keys.map(\.description)).sorted()
    return all.count > Self.listed
      ? "none of the \(all.count) keys has a similar name"
      : "the \(all.count == 1 ? "only key is" : "keys are") \(all.joined(separator: ", "))"
  }

  /// Whether the name contains the letters, which are in lower case.
  private static func contains(_ letters: [UInt8], in name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    guard let first = letters.first else { return true }
    guard letters.count <= name.count else { return false }
    return (0...(name.count - letters.count)).contains { start in
      name[start] == first && name[start...].starts(with: letters)
    }
  }
}

extension Key {
  /// The mangled type and tag, which are unique even among keys of equal name.
  fileprivate var identity: String { tag.map { "\(type) \($0)" } ?? type }

  /// The display name and, if any, the C name.
  fileprivate var names: [String] { [description] + (alias.map { ["@\($0)"] } ?? []) }
}
