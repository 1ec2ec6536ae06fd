public import CleanseGraph

/// What the operators of a host have written down in a `host.json`: which plugins are looked at, which
/// of them may be used, and how findings are taken.
///
/// It only holds what the file says. Whoever reads it decides what else has a say.
public struct PolicyFile: Hashable, Sendable {
  /// The value of a key.
  public struct Member<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What stands there.
    public let value: Value
    /// The line of its key.
    public let line: Int
  }

  /// What messages call the file.
  public let name: String

  // Paths are as one would write them where `name` leads to the file.

  /// Where plugins are looked for.
  public internal(set) var directories: Member<[String]>?
  /// How findings are taken.
  public internal(set) var severities: [Diagnostic.Code: Member<FindingLevel>] = [:]
  /// Whether plugins that others can change are used, with a warning.
  public internal(set) var allowsInsecure: Member<Bool>?
  /// Whether plugins without a signature by a trusted key are refused.
  public internal(set) var requiresSigned: Member<Bool>?
  /// The files of the keys that are trusted.
  public internal(set) var trustedKeys: Member<[String]>?
  /// The lock file; with a `lock` that does not name one, that beside this file.
  public internal(set) var lockFile: Member<String>?
  /// Whether what the lock does not name is refused.
  public internal(set) var isLocked: Member<Bool>?
  /// Whether warnings count as errors.
  public internal(set) var isStrict: Member<Bool>?
  /// The file of the findings that are known.
  public internal(set) var baseline: Member<String>?
  /// How long a plugin may take to load, in seconds.
  public internal(set) var deadline: Member<Double>?

  /// A path of the file as seen from where its name is: relative ones are relative to its directory.
  func path(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return String(name[...slash]) + path
  }
}
