/// Mutants that the host did not cope with.
public struct Failure: Sendable {
  /// The one that is to blame; several where each alone does no harm.
  public let mutants: [Mutant]
  /// What the host did.
  public let complaint: String
  /// What it wrote to standard error.
  public let errors: String
}

extension Failure: CustomStringConvertible {
  /// The complaint, then each mutant with what was done to it.
  public var description: String {
    let lines = mutants.flatMap { mutant in
      ["\(mutant.name):"] + mutant.operations.map { "  " + $0 }
    }
    return ([complaint] + lines).joined(separator: "\n")
  }
}
