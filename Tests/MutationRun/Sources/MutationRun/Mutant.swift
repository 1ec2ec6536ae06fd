/// A damaged plugin, and the changes to it.
public struct Mutant: Sendable {
  /// Its number in the run, which together with the run's seed determines it.
  public let number: Int
  /// The name of its file.
  public let name: String
  /// The name of the original plugin.
  let sample: String
  /// The changes to the sample, in words.
  public let operations: [String]
  /// The kind of change and the changed part, without the numbers.
  let kind: String
  public let bytes: [UInt8]
}
