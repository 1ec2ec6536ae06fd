/// A damaged plugin, and how it came to be.
public struct Mutant: Sendable {
  /// Its number in the run; with the run's seed it says everything.
  public let number: Int
  /// The name of its file.
  public let name: String
  /// The name of the plugin that it was made of.
  let sample: String
  /// What was done to the sample, in words.
  public let operations: [String]
  /// What was done and where, without the numbers.
  let kind: String
  public let bytes: [UInt8]
}
