/// Mutants that the host did not handle.
public struct Failure: Sendable {
  /// The mutant at fault; several if each of them alone is harmless.
  public let mutants: [Mutant]
  /// The error of the host.
  public let complaint: String
  /// The host's standard error.
  public let errors: String
}

extension Failure: CustomStringConvertible {
  /// The complaint, then each mutant with its changes.
  public var description: String {
    let lines = mutants.flatMap { mutant in
      ["\(mutant.name):"] + mutant.operations.map { "  " + $0 }
    }
    return ([complaint] + lines).joined(separator: "\n")
  }
}
