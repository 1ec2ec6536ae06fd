/// A damaged plugin, and how it came to be.
public struct Mutant: Sendable {
  /// Its number in the run; with the run's seed it says everything.
  public let number: Int
  /// The name of its file.
  public let name: String
  /// What was done to the sample, in words.
  public let operations: [String]
  public let bytes: [UInt8]
}
