/// Which rounds a test program performs, and from which random numbers.
public struct Rounds: Sendable {
  /// The names of the options, for ``CommandLineOptions``.
  public static let names: Set<String> = ["--count", "--seed", "--first"]

  /// The number of rounds; nil if another limit applies.
  public let count: Int?
  public let seed: UInt64
  /// The number of the first round; with a count of one, only that round is repeated.
  public let first: Int

  public init(_ options: CommandLineOptions) throws(CommandLineOptions.Mistake) {
    count = try options.number("--count")
    seed = try options.number("--seed") ?? UInt64.random(in: 0...UInt64.max)
    first = try options.number("--first") ?? 0
  }

  /// The numbers of the rounds.
  public var numbers: Range<Int> {
    let (end, isOver) = first.addingReportingOverflow(count ?? .max)
    return first..<(isOver ? .max : end)
  }
}
