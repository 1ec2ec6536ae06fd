/// How a mutant that passed all checks ended the host that used it.
public struct Death: Hashable, Sendable, CustomStringConvertible {
  /// How the host ended.
  let end: String
  /// What was done to the mutant, and where.
  let kind: String

  public var description: String { "\(end): \(kind)" }
}
