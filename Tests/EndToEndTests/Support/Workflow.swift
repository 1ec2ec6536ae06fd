/// The commands that a CI system runs, read from the text of its workflow.
///
/// It knows the part of YAML that such files need: `run:`, and the lists of `before_script:` and `script:`,
/// each command on one line or in a block.
struct Workflow {
  /// The script of one step.
  struct Command: Equatable {
    var script: String
    /// Why no test runs it, as a comment before it says.
    var exemption: String?
  }

  private(set) var commands: [Command] = []

  private static let lists = ["before_script:", "script:", "after_script:"]
  private static let exemption = "# Not tested: "

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The indentation of the list of commands that a line is in.
    var list: Int?
    for (index, line) in lines.enumerated() {
      let word = line.drop { $0 == " " }
      let indentation = line.count - word.count
      guard !word.isEmpty, !word.hasPrefix("#") else { continue }
      if let outer = list, indentation <= outer { list = nil }
      if Self.lists.contains(String(word)) {
        list = indentation
      } else if let command = Self.command(word, isInList: list.map { indentation == $0 + 2 }) {
        commands.append(
          Command(
            script: Self.script(command, indentation, lines[(index + 1)...]),
            exemption: Self.exemption(before: index, in: lines)))
      }
    }
  }

  /// The text after the words that begin a command; nil for any other line.
  private static func command(_ line: Substring, isInList: Bool?) -> Substring? {
    if isInList == true, line.hasPrefix("- ") { return line.dropFirst(2) }
    guard isInList == nil else { return nil }
    let step = line.hasPrefix("- ") ? line.dropFirst(2) : line
    return step.hasPrefix("run: ") ? step.dropFirst(5) : nil
  }

  private static func script(
    _ command: Substring, _ indentation: Int, _ following: ArraySlice<Substring>
  ) -> String {
    guard command == "|" || command == ">-" else { return String(command) }
    let block = following.prefix { line in
      line.allSatisfy { $0 == " " } || line.prefix { $0 == " " }.count > indentation
    }
    let margin = block.first?.prefix { $0 == " " }.count ?? 0
    return block.map { $0.dropFirst(margin) }.joined(separator: command == "|" ? "\n" : " ")
  }

  /// The reason in the comment on the line above.
  private static func exemption(before index: Int, in lines: [Substring]) -> String? {
    guard index > 0 else { return nil }
    let comment = lines[index - 1].drop { $0 == " " }
    guard comment.hasPrefix(exemption) else { return nil }
    return String(comment.dropFirst(exemption.count))
  }
}
