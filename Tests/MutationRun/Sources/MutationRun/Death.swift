/// How a mutant that passed all checks ended the host that used it.
public struct Death: Hashable, Sendable, CustomStringConvertible {
  /// How the host ended.
  let end: String
  /// The kind of change to the mutant, and the changed part.
  let kind: String

  public var description: String { "\(end): \(kind)" }
}
