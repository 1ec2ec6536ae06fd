/// One step of `--use`: a filter's name and the argument behind its colon.
struct FilterStep: Hashable {
  var name: String
  var argument: String?

  /// Reads `wrap:72`; everything behind the first colon is the argument.
  init(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.first.map { String($0) } ?? ""
    argument = parts.dropFirst().first.map { String($0) }
  }
}
