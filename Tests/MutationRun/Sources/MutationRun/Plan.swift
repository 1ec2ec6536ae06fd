/// How far a run goes, and how patient it is.
public struct Plan: Sendable {
  /// Whether the host runs no code of the mutants.
  public var isInspectionOnly: Bool
  /// How many mutants share a directory.
  public var batchSize = 50
  /// How many seconds a plugin may take. A mutant that seems to be at fault gets five times as long, as
  /// the machine may have been busy.
  public var deadline = 2
  /// How long the host may take beyond that, for each file, before it counts as hanging.
  public var grace = Duration.seconds(5)
  /// How long it may take beyond that, for all.
  public var patience = Duration.seconds(60)

  public init(isInspectionOnly: Bool) {
    self.isInspectionOnly = isInspectionOnly
  }
}
