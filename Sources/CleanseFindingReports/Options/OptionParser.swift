// getopt's state is global C variables; see the Safety line below.
@unsafe @preconcurrency import CCleanseGetopt
import CleanseSupport
import Synchronization

/// Parses a command line with getopt_long. No other code calls getopt_long.
package struct OptionParser {
  let table: OptionTable
  /// The command that errors refer to; nil for the program itself.
  let command: String?
  /// The names of other commands that have an option with this name.
  package var commandsWithOption: @Sendable (_ name: String) -> [String] = { _ in [] }

  package init(table: OptionTable, command: String?) {
    self.table = table
    self.command = command
  }

  // Safety: getopt_long keeps its state in global variables. Every access to them happens in
  // `parse`, under this lock, and each parse starts from `optind = 0`, which resets all of it.
  private static let lock = Mutex(())

  /// Parses the arguments after the command's name.
  ///
  /// - Throws: A ``UsageError`` for an option that is unknown, ambiguous, without its value or with an invalid
  ///   value.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    let outcome = Self.lock.withLock { _ in parseLocked(arguments) }
    let parsed = try outcome.get()
    for (option, values) in parsed.values where !option.values.isEmpty {
      if let value = values.first(where: { !option.values.contains($0) }) {
        throw wrongValue(value, of: option)
      }
    }
    return parsed
  }

  private func parseLocked(_ arguments: [String]) -> Result<ParsedArguments, UsageError> {
    var vector: [UnsafeMutablePointer<CChar>?] = unsafe ([""] + arguments).map {
      unsafe strdup($0)
    }
    let names = unsafe table.options.map { unsafe strdup($0.name) }
    defer { unsafe (vector + names).forEach { unsafe free($0) } }
    unsafe vector.append(nil)
    var descriptions = unsafe zip(table.options, names).enumerated().map { index, pair in
      unsafe option(
        name: pair.1, has_arg: pair.0.argument, flag: nil, val: Self.firstValue + Int32(index))
    }
    unsafe descriptions.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    // `-` reports operands in order, regardless of POSIXLY_CORRECT. `:` distinguishes a missing value
    // from an unknown option. getopt's own messages are turned off.
    let letters = table.options.compactMap(\.letter).reduce(into: "-:") { $0.append($1) }
    opterr = 0
    optind = 0

    var parsed = ParsedArguments()
    var next: Int32 = 1
    while true {
      next = max(optind, 1)
      let value = unsafe getopt_long(
        Int32(arguments.count + 1), &vector, letters, descriptions, nil)
      switch value {
      case -1:
        // getopt skips only `--` without reporting it.
        let rest = Array(arguments.dropFirst(Int(optind) - 1))
        if optind > next { parsed.trailing = rest }
        return .success(parsed)
      case Self.operand:
        parsed.operands.append(Self.argument())
      case Self.unknown:
        return .failure(unknownOption(arguments))
      case Self.missing:
        return .failure(missingValue(Int(optopt - Self.firstValue)))
      default:
        guard let option = reported(as: value) else { return .failure(unknownOption(arguments)) }
        if option.takesValue, unsafe optarg != nil {
          parsed.values[option, default: []].append(Self.argument())
          parsed.order.append(option)
        } else {
          parsed.flags.insert(option)
        }
      }
    }
  }

  /// The text of the operand or of the option's value that getopt has just found.
  private static func argument() -> String {
    unsafe optarg.map { unsafe String(cString: $0) } ?? ""
  }

  /// The option that getopt reports as `value`: by its index in the table, or by its letter.
  private func reported(as value: Int32) -> Option? {
    let index = Int(value - Self.firstValue)
    if table.options.indices.contains(index) { return table.options[index] }
    return table.options.first { $0.letter?.unicodeScalars.first?.value == UInt32(value) }
  }

  // The values that getopt_long returns for an operand (with `-` before the letters), for an unknown
  // option, and (with `:`) for an option without its value.
  private static let operand: Int32 = 1
  private static let unknown = Int32(UInt8(ascii: "?"))
  private static let missing = Int32(UInt8(ascii: ":"))
  /// The value of the first long option, above all letters.
  private static let firstValue: Int32 = 256
}

extension OptionParser {
  /// The error after getopt has returned `?`: for an unknown letter, an unknown or ambiguous name, or a
  /// value of a flag.
  private func unknownOption(_ arguments: [String]) -> UsageError {
    // Within a cluster of letters, getopt has not advanced past the argument yet.
    let near = [Int(optind) - 2, Int(optind) - 1].filter(arguments.indices.contains)
      .map { arguments[$0] }
    if optopt != 0, optopt < Self.firstValue { return unknownLetter(near) }
    let argument = near.first { $0.hasPrefix("--") } ?? ""
    let name = String(argument.dropFirst(2).prefix { $0 != "=" })
    if optopt >= Self.firstValue, let option = reported(as: optopt) {
      return UsageError("option --\(option.name) takes no value", command: command)
    }
    let matches = table.options.map(\.name).filter { $0.hasPrefix(name) }.map { "--\($0)" }
    if matches.count > 1, !name.isEmpty {
      return UsageError(
        "option --\(name) is ambiguous",
        hints: ["it matches \(matches.joined(separator: " and "))"], command: command)
    }
    let commands = commandsWithOption(name)
    let hint =
      commands.isEmpty
      ? table.nearest(to: name).first.map { "did you mean \($0)?" }
      : "it is an option of \(commands.joined(separator: ", "))"
    return UsageError(
      "unknown option --\(name)", hints: [hint].compactMap(\.self), command: command)
  }

  /// - Parameter arguments: The arguments that may contain the letter.
  private func unknownLetter(_ arguments: [String]) -> UsageError {
    let clusters = arguments.filter { $0.hasPrefix("-") && !$0.hasPrefix("--") }
    guard (1..<128).contains(optopt) else {
      // A single byte of a non-ASCII letter is meaningless, so name the whole argument.
      return UsageError("unknown option \(clusters.first ?? "")", command: command)
    }
    let letter = Character(Unicode.Scalar(UInt8(optopt)))
    // getopt reads `-strict` as letters, but the user meant a long option.
    let cluster = clusters.first { $0.contains(letter) && $0.count > 2 }
    let nearest = cluster.flatMap { table.nearest(to: String($0.dropFirst())).first }
    return UsageError(
      "unknown option -\(letter)", hints: nearest.map { ["did you mean \($0)?"] } ?? [],
      command: command)
  }

  private func missingValue(_ index: Int) -> UsageError {
    guard table.options.indices.contains(index) else {
      return UsageError("an option requires a value", command: command)
    }
    let option = table.options[index]
    return UsageError(
      "option --\(option.name) requires a value",
      hints: [option.expectation], command: command)
  }

  private func wrongValue(_ value: String, of option: Option) -> UsageError {
    let nearest = NearestNames.of(value, among: option.values).first
    return UsageError(
      "invalid value `\(value)` for option --\(option.name)",
      hints: [nearest.map { "did you mean --\(option.name) \($0)?" } ?? option.expectation],
      command: command)
  }
}

extension Option {
  /// The argument kind for getopt_long.
  fileprivate var argument: Int32 {
    isValueOptional ? optional_argument : takesValue ? required_argument : no_argument
  }
}
