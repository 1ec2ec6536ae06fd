/// One step of `--use`: a filter's name and the argument after its colon.
struct FilterStep: Hashable {
  var name: String
  var argument: String?

  /// Parses a step such as `wrap:72`; everything after the first colon is the argument.
  init(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.first.map { String($0) } ?? ""
    argument = parts.dropFirst().first.map { String($0) }
  }
}
