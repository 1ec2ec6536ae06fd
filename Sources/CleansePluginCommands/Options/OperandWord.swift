import CleanseSupport
import CleanseFindingReports

/// An operand that is one word of a list, such as the action of `host cache`.
protocol OperandWord: RawRepresentable<String>, CaseIterable {}

extension OperandWord {
  /// - Parameters:
  ///   - word: The operand; nil if it is missing.
  ///   - noun: What the words are called in messages, such as `action`.
  /// - Throws: A ``UsageError`` that suggests the nearest word, or lists all.
  init(_ word: String?, _ noun: String, of command: any Subcommand.Type) throws(UsageError) {
    let names = Self.allCases.map(\.rawValue)
    let call = "host \(command.name)"
    let known = "expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    guard let word else {
      throw UsageError("`\(call)` requires one \(noun)", hints: [known], command: command.name)
    }
    guard let value = Self(rawValue: word) else {
      let nearest = NearestNames.of(word, among: names).first
      throw UsageError(
        "`\(call)` has no \(noun) `\(word)`",
        hints: [nearest.map { "did you mean `\(call) \($0)`?" } ?? known], command: command.name)
    }
    self = value
  }
}
