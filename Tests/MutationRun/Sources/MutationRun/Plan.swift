/// The extent and the time limits of a run.
public struct Plan: Sendable {
  /// Whether the host runs no code of the mutants.
  public var isInspectionOnly: Bool
  /// The number of mutants in a directory.
  public var batchSize = 50
  /// The seconds that a plugin may take. A mutant that seems to be at fault gets five times as long, as
  /// the machine may have been busy.
  public var deadline = 2
  /// The time that the host may take beyond that, for each file, before it counts as hanging.
  public var grace = Duration.seconds(5)
  /// The time that it may take beyond that, for all files.
  public var patience = Duration.seconds(60)

  public init(isInspectionOnly: Bool) {
    self.isInspectionOnly = isInspectionOnly
  }
}
