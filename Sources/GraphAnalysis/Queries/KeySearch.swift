public import CleanseGraph
import CleanseSupport

/// Finds the key of a graph that a user means by a part of its name.
public struct KeySearch {
  /// What is bound and what is asked for, each once, in the order in which the graph has it.
  public let keys: [Key]

  /// More matches than this are counted.
  private static let listed = 20

  /// - Parameter includesDropped: Whether also what nobody binds and asks for counts, since the
  ///   plugin that would do it was rejected.
  public init(_ graph: BindingGraph, includingDropped includesDropped: Bool = false) {
    var seen: Set<Key> = []
    var keys: [Key] = []
    func add(_ key: Key) {
      if seen.insert(key).inserted { keys.append(key) }
    }
    for component in graph.components { add(component.root) }
    for binding in graph.bindings {
      add(binding.key)
      for request in binding.requests { add(request.key) }
    }
    if includesDropped {
      for dropped in graph.dropped { add(dropped.key) }
    }
    self.keys = keys
  }

  /// Why a text does not mean one key.
  public struct Failure: Error {
    /// One line without a full stop.
    public let message: String
    /// The keys that it may mean, or those that come near; a line each.
    public let hints: [String]
  }

  /// The key that the text means.
  ///
  /// - Throws: A ``Failure`` where it may mean several keys, which the error lists, or none: then
  ///   it tells the nearest.
  public func key(_ text: String) throws(Failure) -> Key {
    let found = matches(text)
    guard let key = found.first else {
      throw Failure(message: "no key `\(text)` in the graph", hints: [nearest(to: text)])
    }
    guard found.count == 1 else {
      throw Failure(message: "`\(text)` may mean \(found.count) keys", hints: list(found))
    }
    return key
  }

  /// The keys that the text may mean. A name as a whole beats one without the modules that its parts
  /// lie in, that beats a name that stands in another one, and that beats any part of a name.
  public func matches(_ text: String) -> [Key] {
    let exact = keys.filter { $0.description == text || $0.identity == text }
    if !exact.isEmpty { return exact }
    let meant = KeyName(text)
    let names = keys.map { key in key.names.map(KeyName.init) }
    for isMatch in [meant.isShort, meant.isPart] {
      let found = zip(keys, names).filter { $0.1.contains(where: isMatch) }.map(\.0)
      if !found.isEmpty { return found }
    }
    let letters = Array(text.lowercased().utf8)
    return keys.filter { key in
      key.names.contains { Self.contains(letters, in: $0) }
    }
  }

  /// The keys as lines; those of one name with what tells them apart.
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

  /// What may have been meant.
  private func nearest(to text: String) -> String {
    var byName: [String: [String]] = [:]
    for key in keys {
      for name in Set(KeyName(key.description).lastNames + [key.description.lowercased()]) {
        byName[name, default: []].append(key.description)
      }
    }
    let near = NearestNames.of(text, among: byName.keys.sorted()).flatMap { byName[$0] ?? [] }
    var seen: Set<String> = []
    let names = near.filter { seen.insert($0).inserted }.prefix(3)
    if !names.isEmpty { return "did you mean \(names.joined(separator: " or "))?" }
    let all = Set(keys.map(\.description)).sorted()
    return all.count > Self.listed
      ? "none of its \(all.count) keys has a name that comes near"
      : "there \(all.count == 1 ? "is" : "are") \(all.joined(separator: ", "))"
  }

  /// Whether the letters, in lower case, stand in the name.
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
  /// What tells it from all others, also from one of the same name.
  fileprivate var identity: String { tag.map { "\(type) \($0)" } ?? type }

  /// What it is called, and what C calls it.
  fileprivate var names: [String] { [description] + (alias.map { ["@\($0)"] } ?? []) }
}
